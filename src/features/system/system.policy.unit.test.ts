import { expect, test } from "vitest";
import { type SystemFacts, warningsOf } from "./system.policy.ts";

const now = new Date("2026-11-22T12:00:00Z");
const WELL: SystemFacts = {
  production: true,
  https: true,
  smtp: true,
  sender: "Academia <cartas@academia-york.org.br>",
  dataOfficerEmail: "encarregado@academia-york.org.br",
  trustedProxy: true,
  forwardedSeen: true,
  backups: "automatic",
  lastBackup: new Date("2026-11-22T03:00:00Z"),
  backupsOpenWithSecret: false,
  backupFailures: 0,
  secondFactorRequired: true,
  ownsTables: false,
  demoAccounts: 0,
  diskFree: 0.5,
  backupDiskFree: 0.5,
  now,
};

test("an academy that is set up as it should be has no warnings", () => {
  expect(warningsOf(WELL)).toEqual([]);
});

test.each<[string, Partial<SystemFacts>, RegExp]>([
  ["no mail server", { smtp: false }, /as cartas ficam em disco/],
  ["an example sender", { sender: "Academia <nao-responda@academia.example>" }, /endereço de exemplo .+ MAIL_FROM/],
  ["no data officer", { dataOfficerEmail: "" }, /Indique o encarregado/],
  ["an example data officer", { dataOfficerEmail: "encarregado@academia.example" }, /Indique o encarregado/],
  ["no https", { https: false }, /não começa com https/],
  ["a proxy that is not trusted", { trustedProxy: false }, /TRUSTED_PROXY=one/],
  [
    "backups that anybody opens, with the secret in them",
    { backupsOpenWithSecret: true },
    /auth-secret.+BACKUP_PASSPHRASE.+AUTH_SECRET/,
  ],
  ["no backup yet", { lastBackup: undefined }, /Ainda não há nenhuma cópia/],
  ["an old backup", { lastBackup: new Date("2026-11-19T03:00:00Z") }, /mais de dois dias/],
  ["backups switched off", { backups: "off", lastBackup: undefined }, /estão desligadas/],
  ["a backup that failed", { backupFailures: 2 }, /falhou \(2 vezes/],
  ["demonstration accounts", { demoAccounts: 3 }, /demonstração \(3\), cuja senha é pública/],
  ["administrators without a second factor", { secondFactorRequired: false }, /sem segundo fator/],
  ["a role that owns the tables", { ownsTables: true }, /DATABASE_MIGRATION_URL/],
  ["a full disk", { diskFree: 0.07 }, /só 7% livres/],
  ["a full disk of the backups", { backupDiskFree: 0.04 }, /cópias de segurança \(BACKUP_DIR\) tem só 4%/],
  ["one full disk for both", { diskFree: 0.07, backupDiskFree: 0.07 }, /pasta de dados tem só 7%/],
])("%s gives its warning, and no other", (_, change, sentence) => {
  expect(warningsOf({ ...WELL, ...change })).toEqual([expect.stringMatching(sentence)]);
});

test("a laptop is warned only of what can lose data", () => {
  const laptop = { ...WELL, production: false, https: false, smtp: false, sender: "a@academia.example", lastBackup: undefined };
  expect(warningsOf(laptop)).toEqual([]);
  expect(warningsOf({ ...laptop, diskFree: 0.01 })).toHaveLength(1);
});
