import { cascade, type PersonalTable, section } from "#app/server/personal-data.ts";
import { deviceInWords } from "../device.ts";
import { factorResets, factors, recoveryCodes, signInSteps, trustedDevices } from "./factors.table.ts";

/** What the second factor keeps of a member. */
export const SECOND_FACTOR_DATA: PersonalTable[] = [
  {
    table: factors,
    holds: [factors.userId],
    exported: section({
      key: "factors",
      title: "Verificação em duas etapas (segredos e chaves não saem daqui)",
      from: factors,
      whose: factors.userId,
      order: factors.createdAt,
      fields: {
        kind: [factors.kind, "Tipo", { totp: "Aplicativo autenticador", passkey: "Chave de acesso" }],
        name: [factors.name, "Nome"],
        createdAt: [factors.createdAt, "Criado em"],
        verifiedAt: [factors.verifiedAt, "Ativado em"],
        lastUsedAt: [factors.lastUsedAt, "Usado em"],
      },
    }),
    leftOut: [
      [factors.secret, "it generates the codes"],
      [factors.lastStep, "says no more than the last use"],
      [factors.credentialId, "only the device that made it can use it"],
      [factors.publicKey, "only the device that made it can use it"],
      [factors.signCount, "the passkey's own counter"],
      [factors.transports, "how the browser reaches the passkey"],
    ],
    deleted: cascade,
  },
  {
    table: recoveryCodes,
    holds: [recoveryCodes.userId],
    exported: { not: "hashes of one-time codes" },
    deleted: cascade,
  },
  {
    table: trustedDevices,
    holds: [trustedDevices.userId],
    exported: section({
      key: "trustedDevices",
      title: "Aparelhos de confiança",
      from: trustedDevices,
      whose: trustedDevices.userId,
      order: trustedDevices.createdAt,
      fields: {
        userAgent: [trustedDevices.userAgent, "Navegador", (userAgent) => deviceInWords(String(userAgent))],
        createdAt: [trustedDevices.createdAt, "Desde"],
        expiresAt: [trustedDevices.expiresAt, "Até"],
      },
    }),
    leftOut: [[trustedDevices.tokenHash, "a hash of what the browser shows when its owner signs in"]],
    deleted: cascade,
  },
  {
    table: signInSteps,
    holds: [signInSteps.userId],
    exported: { not: "sign-ins between their two steps, hashed, gone within ten minutes" },
    deleted: cascade,
  },
  {
    table: factorResets,
    holds: [factorResets.userId],
    exported: section({
      key: "factorResets",
      title: "Pedido para desligar a verificação em duas etapas",
      from: factorResets,
      whose: factorResets.userId,
      fields: { createdAt: [factorResets.createdAt, "Pedido em"], dueAt: [factorResets.dueAt, "Vale a partir de"] },
    }),
    deleted: cascade,
  },
  {
    table: factorResets,
    holds: [factorResets.requestedBy],
    exported: { not: "it is about another member; what the administrator did is in his audit entries" },
    deleted: { by: "set null" },
  },
];
