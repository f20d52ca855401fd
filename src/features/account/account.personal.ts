import { eq, sql } from "drizzle-orm";
import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { consents, knownBrowsers, passwords, profiles, recoveryLinks, sessions, userRoles } from "./account.table.ts";
import { degreeRequests } from "./degree-requests.table.ts";

/** Who the member is and how he signs in. */
export const ACCOUNT_DATA: PersonalTable[] = [
  {
    table: profiles,
    holds: [profiles.id, profiles.email],
    exported: section({
      key: "profile",
      title: "Perfil",
      from: profiles,
      whose: profiles.id,
      fields: {
        fullName: [profiles.name, "Nome completo"],
        email: [profiles.email, "E-mail"],
        emailVerified: [profiles.emailVerified, "E-mail verificado"],
        lodge: [profiles.lodge, "Loja"],
        degree: [profiles.degree, "Grau"],
        level: [profiles.level, "Nível sugerido pela avaliação"],
        createdAt: [profiles.createdAt, "Conta criada em"],
        updatedAt: [profiles.updatedAt, "Cadastro alterado em"],
        lastAccessAt: [profiles.lastAccessAt, "Último acesso"],
        previousAccessAt: [profiles.previousAccessAt, "Acesso anterior"],
      },
    }),
    deleted: { by: "erase", erase: (tx, { id }) => tx.delete(profiles).where(eq(profiles.id, id)) },
  },
  {
    table: userRoles,
    holds: [userRoles.userId],
    exported: section({
      key: "roles",
      title: "Permissão",
      from: userRoles,
      whose: userRoles.userId,
      fields: { role: [userRoles.role, "Permissão"] },
    }),
    deleted: cascade,
  },
  {
    table: consents,
    holds: [consents.userId],
    exported: section({
      key: "consents",
      title: "Consentimentos",
      from: consents,
      whose: consents.userId,
      order: consents.givenAt,
      fields: {
        purpose: [consents.purpose, "Finalidade"],
        textVersion: [consents.textVersion, "Versão do texto"],
        givenAt: [consents.givenAt, "Dado em"],
        withdrawnAt: [consents.withdrawnAt, "Retirado em"],
      },
    }),
    deleted: cascade,
  },
  {
    table: sessions,
    holds: [sessions.userId],
    exported: section({
      key: "sessions",
      title: "Sessões abertas",
      from: sessions,
      whose: sessions.userId,
      order: sessions.createdAt,
      fields: {
        userAgent: [sessions.userAgent, "Navegador"],
        ipAddress: [sessions.ipAddress, "Endereço de rede"],
        createdAt: [sessions.createdAt, "Aberta em"],
        proof: [sessions.proof, "Identidade mostrada por"],
        secondProof: [sessions.secondProof, "Segunda etapa"],
        provenAt: [sessions.provenAt, "Identidade mostrada em"],
        updatedAt: [sessions.updatedAt, "Último uso"],
        expiresAt: [sessions.expiresAt, "Termina em"],
      },
    }),
    leftOut: [[sessions.tokenHash, "a hash of what the browser shows at every request"]],
    deleted: cascade,
  },
  {
    table: knownBrowsers,
    holds: [knownBrowsers.userId],
    exported: section({
      key: "knownBrowsers",
      title: "Navegadores em que você já entrou",
      from: knownBrowsers,
      whose: knownBrowsers.userId,
      order: knownBrowsers.createdAt,
      fields: {
        userAgent: [knownBrowsers.userAgent, "Navegador"],
        createdAt: [knownBrowsers.createdAt, "Desde"],
        lastUsedAt: [knownBrowsers.lastUsedAt, "Última entrada"],
      },
    }),
    leftOut: [[knownBrowsers.tokenHash, "a hash of what the browser shows when its owner signs in"]],
    deleted: cascade,
  },
  {
    table: passwords,
    holds: [passwords.userId],
    exported: section({
      key: "credentials",
      title: "Credenciais (a senha não é guardada, só uma prova dela)",
      from: passwords,
      whose: passwords.userId,
      fields: {
        kind: [sql<string>`'password'`, "Tipo"],
        createdAt: [passwords.createdAt, "Criada em"],
        updatedAt: [passwords.updatedAt, "Alterada em"],
      },
    }),
    leftOut: [[passwords.hash, "it only helps somebody who tries to guess the password"]],
    deleted: cascade,
  },
  {
    table: recoveryLinks,
    holds: [recoveryLinks.userId],
    exported: { not: "one-time tokens, hashed, gone within the hour" },
    deleted: cascade,
  },
  {
    table: degreeRequests,
    holds: [degreeRequests.userId],
    exported: section({
      key: "degreeRequests",
      title: "Pedidos de confirmação de grau",
      from: degreeRequests,
      whose: degreeRequests.userId,
      order: degreeRequests.createdAt,
      fields: {
        degree: [degreeRequests.degree, "Grau"],
        lodge: [degreeRequests.lodge, "Loja"],
        receivedOn: [degreeRequests.receivedOn, "Recebido em"],
        status: [degreeRequests.status, "Situação"],
        reason: [degreeRequests.reason, "Motivo"],
        createdAt: [degreeRequests.createdAt, "Pedido em"],
        decidedAt: [degreeRequests.decidedAt, "Decidido em"],
      },
    }),
    deleted: cascade,
  },
  {
    table: degreeRequests,
    holds: [degreeRequests.decidedBy],
    exported: { not: "the request is another member's; what the administrator did is in his audit entries" },
    deleted: { by: "set null" },
  },
];
