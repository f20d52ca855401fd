import { eq, sql } from "drizzle-orm";
import { OFFICE_LABEL } from "#app/features/lodges/lodges.schema.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { ReadingSettings } from "#app/lib/reading.ts";
import { asDay, asMonth, cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import {
  addressChanges,
  addressConfirmations,
  consents,
  knownBrowsers,
  passwords,
  profiles,
  recoveryLinks,
  sessions,
  userRoles,
} from "./account.table.ts";
import { degreeAttestations } from "./degree-attestations.table.ts";
import { DEGREE_REQUEST_STATUS_LABEL } from "./degree-requests.schema.ts";
import { degreeRequests } from "./degree-requests.table.ts";
import { deviceInWords } from "./device.ts";

const device = (userAgent: unknown): string => deviceInWords(String(userAgent));

/** What each reading setting is called, and its values. */
const READING_WORDS: { [Name in keyof ReadingSettings]: [string, Record<ReadingSettings[Name], string>] } = {
  theme: ["papel", { device: "o do aparelho", light: "claro", sepia: "sépia", dark: "escuro" }],
  size: ["tamanho do texto", { "90": "90%", "100": "100%", "115": "115%", "130": "130%", "150": "150%" }],
  leading: ["entrelinha", { close: "justa", normal: "normal", wide: "larga" }],
  face: ["letra", { serif: "com serifa", sans: "sem serifa" }],
  margins: ["margens", { narrow: "estreitas", normal: "normais", wide: "largas" }],
};

const readingInWords = (settings: unknown): string =>
  Object.entries(READING_WORDS)
    .map(
      ([name, [label, values]]) =>
        `${label}: ${(values as Record<string, string>)[(settings as Record<string, string>)[name]!] ?? "—"}`,
    )
    .join("; ");

/** Who the member is and how they sign in. */
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
        awaitsConfirmation: [profiles.awaitsConfirmation, "E-mail por confirmar"],
        suspendedAt: [profiles.suspendedAt, "Suspensa desde"],
        suspensionReason: [profiles.suspensionReason, "Motivo da suspensão"],
        awaitsAdmission: [profiles.awaitsAdmission, "À espera de admissão"],
        lodge: [profiles.lodge, "Loja, como você escreveu"],
        lodgeId: [sql<string>`(select l.name from lodges l where l.id = ${profiles.lodgeId})`, "Loja reconhecida"],
        lodgeConfirmedAt: [profiles.lodgeConfirmedAt, "Loja confirmada em"],
        degree: [profiles.degree, "Grau", DEGREE_LABEL],
        level: [profiles.level, "Nível sugerido pela avaliação", DEGREE_LABEL],
        reading: [profiles.reading, "Ajustes de leitura", readingInWords],
        createdAt: [profiles.createdAt, "Conta criada em"],
        updatedAt: [profiles.updatedAt, "Cadastro alterado em"],
        lastAccessAt: [profiles.lastAccessAt, "Último acesso"],
        previousAccessAt: [profiles.previousAccessAt, "Acesso anterior"],
      },
    }),
    leftOut: [
      [profiles.lodgeId, "the name of the Lodge is exported instead of its number"],
      [profiles.calendarFeed, "how often they asked for a private address of the calendar; the address is made from it"],
    ],
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
      fields: { role: [userRoles.role, "Permissão", { user: "Usuário", admin: "Admin" }] },
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
        purpose: [consents.purpose, "Finalidade", { "membership-data": "Tratar o dado de que você é membro da Ordem" }],
        textVersion: [consents.textVersion, "Versão do texto", asMonth],
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
        userAgent: [sessions.userAgent, "Navegador", device],
        ipAddress: [sessions.ipAddress, "Endereço de rede"],
        createdAt: [sessions.createdAt, "Aberta em"],
        proof: [
          sessions.proof,
          "Identidade mostrada por",
          {
            password: "Senha",
            recovery: "Link de recuperação enviado por e-mail",
            "sign-up": "Criação da conta",
            passkey: "Chave de acesso",
          },
        ],
        secondProof: [
          sessions.secondProof,
          "Segunda etapa",
          {
            totp: "Código do aplicativo autenticador",
            passkey: "Chave de acesso",
            "recovery-code": "Código de recuperação",
            "trusted-device": "Aparelho de confiança",
          },
        ],
        provenAt: [sessions.provenAt, "Identidade mostrada em"],
        updatedAt: [sessions.updatedAt, "Último uso"],
        expiresAt: [sessions.expiresAt, "Termina em"],
      },
    }),
    leftOut: [[sessions.tokenHash, "a hash of what the browser shows at every request"]],
    deleted: cascade,
  },
  {
    table: addressConfirmations,
    holds: [addressConfirmations.userId, addressConfirmations.email],
    exported: section({
      key: "addressConfirmations",
      title: "E-mails por confirmar",
      from: addressConfirmations,
      whose: addressConfirmations.userId,
      order: addressConfirmations.createdAt,
      fields: {
        email: [addressConfirmations.email, "E-mail"],
        createdAt: [addressConfirmations.createdAt, "Pedido em"],
        expiresAt: [addressConfirmations.expiresAt, "Vale até"],
      },
    }),
    leftOut: [
      [addressConfirmations.tokenHash, "a hash of a link that only the mailbox has"],
      [addressConfirmations.codeHash, "a hash of a code that only the mailbox has"],
    ],
    deleted: cascade,
  },
  {
    table: addressChanges,
    holds: [addressChanges.userId, addressChanges.formerEmail],
    exported: section({
      key: "addressChanges",
      title: "Trocas de e-mail que ainda se desfazem",
      from: addressChanges,
      whose: addressChanges.userId,
      order: addressChanges.createdAt,
      fields: {
        formerEmail: [addressChanges.formerEmail, "E-mail anterior"],
        createdAt: [addressChanges.createdAt, "Trocado em"],
        undoUntil: [addressChanges.undoUntil, "Desfaz-se até"],
      },
    }),
    leftOut: [[addressChanges.tokenHash, "a hash of a link that only the mailbox has"]],
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
        userAgent: [knownBrowsers.userAgent, "Navegador", device],
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
        kind: [sql<string>`'password'`, "Tipo", { password: "Senha" }],
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
        degree: [degreeRequests.degree, "Grau", DEGREE_LABEL],
        lodge: [degreeRequests.lodge, "Loja"],
        receivedOn: [degreeRequests.receivedOn, "Recebido em", asDay],
        status: [degreeRequests.status, "Situação", DEGREE_REQUEST_STATUS_LABEL],
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
  {
    table: degreeAttestations,
    holds: [degreeAttestations.userId],
    exported: section({
      key: "degreeAttestations",
      title: "Quem atestou os seus graus",
      from: degreeAttestations,
      whose: degreeAttestations.userId,
      order: degreeAttestations.attestedAt,
      fields: {
        degree: [degreeAttestations.degree, "Grau", DEGREE_LABEL],
        office: [degreeAttestations.office, "Cargo de quem atestou", OFFICE_LABEL],
        lodge: [sql<string>`(select l.name from lodges l where l.id = ${degreeAttestations.lodgeId})`, "Loja"],
        attestedAt: [degreeAttestations.attestedAt, "Atestado em"],
      },
    }),
    leftOut: [[degreeAttestations.lodgeId, "the name of the Lodge is exported instead of its number"]],
    deleted: cascade,
  },
  {
    table: degreeAttestations,
    holds: [degreeAttestations.attestedBy],
    exported: { not: "the degree is another member's; what the officer did is in their audit entries" },
    deleted: { by: "set null" },
  },
];
