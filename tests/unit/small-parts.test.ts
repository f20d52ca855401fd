import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { readDrawings, readLesson, readModules } from "#app/content/courses.ts";
import { ConfigurationError } from "#app/db/start-error.ts";
import { CONSENT_VERSION, newPassword } from "#app/features/account/account.schema.ts";
import { isCommonPassword } from "#app/features/account/common-passwords.ts";
import { COMMON_WORDS } from "#app/features/account/common-words.ts";
import { returnPath } from "#app/features/account/return-path.ts";
import { reflectionOf } from "#app/features/dashboard/reflections.ts";
import { PATH } from "#app/features/home/path.ts";
import { dayAndTime, dayInBrasilia, longDate, longDay, momentInBrasilia, nearDate, oneDecimal } from "#app/lib/format.ts";
import { PLATES } from "#app/lib/plates.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { fold, opening, plural } from "#app/lib/text.ts";
import { mayHaveDemo, parseEnv, publicAddress } from "#app/server/env.ts";
import { inlineScripts } from "#app/server/http/static-files.ts";
import { countWords, parseMarkdown } from "#app/server/markdown/markdown.ts";
import { addressOf, networkOf, networksOf } from "#app/server/network.ts";
import { hashPassword, verifyPassword } from "#app/server/password.ts";
import { asDay, asMonth } from "#app/server/personal-data.ts";

describe("settings", () => {
  const folder = () => mkdtempSync(join(tmpdir(), "academia-env-"));

  test("have defaults, and a secret is made once for local use", () => {
    const dataDir = folder();
    const env = parseEnv({ DATA_DIR: dataDir, PORT: "" });
    expect(env).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", LIMITS_FACTOR: 1, production: false });
    expect(env.AUTH_SECRET).toHaveLength(64);
    expect(parseEnv({ DATA_DIR: dataDir }).AUTH_SECRET).toBe(env.AUTH_SECRET);
    rmSync(dataDir, { recursive: true });
  });

  test("every wrong one is named at once", () => {
    const wrong = { PORT: "abc", DATABASE_URL: "mysql://x", SMTP_URL: "http://x", LOG_LEVEL: "loud", LIMITS_FACTOR: "-1" };
    expect(() => parseEnv(wrong)).toThrow(ConfigurationError);
    for (const name of Object.keys(wrong)) expect(() => parseEnv(wrong)).toThrow(name);
  });

  test.each([
    ["PORT", "0x10"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["PUBLIC_URL", "academia.example"],
    ["PUBLIC_URL", "ftp://academia.example"],
    ["PUBLIC_URL", "https://academia.example/portal"],
    ["PUBLIC_URL", "https://academia.example/?a=b"],
    ["PUBLIC_URL", "https://eu:senha@academia.example"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp://eu:100%certo@correio.example"],
    ["MAIL_FROM", "Academia"],
    ["MAIL_FROM", "Academia <a@academia.example>\r\nBcc: b@academia.example"],
    ["MAIL_FROM", "a@academia.example, b@academia.example"],
    ["LIMITS_FACTOR", "0"],
    ["LIMITS_FACTOR", "Infinity"],
    ["TRUSTED_PROXY", "two"],
    ["AUTH_SECRET", "curto"],
    ["AUTH_SECRET", "# openssl rand -hex 32; guarde-o em outro lugar"], // the unfilled line of an example, as systemd reads it
    ["NODE_ENV", "prod"],
  ])("%s=%s is refused by name, in Portuguese", (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^Configuração inválida:\n {2}- ${name}: deve `));
  });

  test.each([
    ["PUBLIC_URL", "https://Academia.example:8443/", "https://academia.example:8443"],
    ["MAIL_FROM", "secretaria@academia.example", "secretaria@academia.example"],
    ["SMTP_URL", "smtps://eu:s%40nha@correio.example:465", "smtps://eu:s%40nha@correio.example:465"],
    ["LIMITS_FACTOR", "0.5", 0.5],
    ["PORT", "0", 0],
  ])("%s=%s counts as %s", (name, value, meant) => {
    const dataDir = folder();
    expect(parseEnv({ DATA_DIR: dataDir, [name]: value })).toMatchObject({ [name]: meant });
    rmSync(dataDir, { recursive: true });
  });

  test("a data folder that cannot be one is named", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(() => parseEnv({ DATA_DIR: file })).toThrow(/^Configuração inválida:\n {2}- DATA_DIR: .*EEXIST/);
  });

  test("a secret that was cut off is made again", () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "auth-secret"), "");
    const { AUTH_SECRET } = parseEnv({ DATA_DIR: dataDir });
    expect(AUTH_SECRET).toHaveLength(64);
    expect(parseEnv({ DATA_DIR: dataDir }).AUTH_SECRET).toBe(AUTH_SECRET);
    rmSync(dataDir, { recursive: true });
  });

  test("production asks for its own secret and address", () => {
    expect(() => parseEnv({ NODE_ENV: "production" })).toThrow(/AUTH_SECRET[\s\S]*PUBLIC_URL/);
    expect(() => parseEnv({ NODE_ENV: "production", AUTH_SECRET: "curto", PUBLIC_URL: "ftp://x" })).toThrow(
      /AUTH_SECRET|PUBLIC_URL/,
    );
  });
});

test.each([
  [{ HOST: "127.0.0.1" }, "http://127.0.0.1:3000"],
  [{ HOST: "0.0.0.0" }, "http://localhost:3000"],
  [{ HOST: "::" }, "http://localhost:3000"],
  [{ HOST: "::1" }, "http://[::1]:3000"],
  [{ HOST: "0.0.0.0", PUBLIC_URL: "https://academia.example" }, "https://academia.example"],
])("the address of %j is %s, in letters too", (settings, address) =>
  expect(publicAddress({ PORT: 3000, PUBLIC_URL: undefined, ...settings })).toBe(address),
);

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["1:2:3:4:5:6:203.0.113.9", "1:2:3:4::/64"],
  ["1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));

test("an IPv6 address counts in three widths, an IPv4 address in one", () => {
  expect(networksOf("2001:db8:1:2345::9")).toEqual(["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]);
  expect(networksOf("::ffff:203.0.113.9")).toEqual(["203.0.113.9"]);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  [" 203.0.113.9:51034 ", "203.0.113.9"],
  ["[2001:db8::1]:51034", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["1:2:3:4:5:6:7:8:9", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["", undefined],
])("a proxy's entry %j is the address %s", (entry, address) => expect(addressOf(entry)).toBe(address));

test.each([
  ["/modulos?nivel=mestre", "/modulos?nivel=mestre"],
  ["/modulo/2/licao/7", "/modulo/2/licao/7"],
  [null, "/dashboard"],
  ["https://outro.example", "/dashboard"],
  ["//outro.example", "/dashboard"],
  ["/\\outro.example", "/dashboard"],
  ["/login?volta=/login", "/dashboard"],
  ["javascript:alert(1)", "/dashboard"],
])("after login %s leads to %s", (asked, path) => expect(returnPath(asked)).toBe(path));

test.each([
  ["P@ssw0rd", [], true],
  ["Academia1!", [], true],
  ["Antonio1!", ["antonio@academia.test"], true],
  ["Figueira9#", ["x@y.example", "Antônio Figueira"], true],
  ["Esquadro&Compasso9", ["antonio@academia.test"], false],
  ["Password1!", [], true],
  ["Senha@123", [], true],
  ["Mudar@123", [], true],
  ["Admin@123", [], true],
  ["Brasil@123", [], true],
  ["Flamengo@2024", [], true],
  ["P4$$w0rd#99", [], true],
  ["Qwerty123!", [], true],
  ["Aa1!Aa1!Aa1!", [], true],
  ["Xk9$mQ2p", [], false],
  ["Minha casa 3 é azul!", [], false],
  ["1qaz!QAZ2wsx", [], true],
  ["York#2026a", [], true],
  ["Antonio@1962", [], true],
  ["Acacia#1962", [], true],
  ["Palmeiras@62", [], true],
  ["Luz#Vale3x", ["x@y.example", "", "Luz do Vale, nº 3"], true],
  ["Jangada+Violino7", [], false],
  ["CasaAzul1!", [], false],
  ["Antonio@48213", [], false],
])("the password %s of %j is common: %s", (password, personal, common) =>
  expect(isCommonPassword(password, personal)).toBe(common),
);

/** What fifty brothers of sixty would choose: names, clubs, towns, the Craft, dates of birth, two words. */
const OF_BROTHERS =
  "Antonio@1962 Acacia#1962 Palmeiras@62 Carlos#1958 Flamengo@81 Maria@1960 Jose!1955 Corinthians#12 Brasil@1970 Santos*1963 Hiram@1964 Salomao#33 Mestre@1985 Aprendiz#2026 Oriente@2025 Templo#123 Irmao@1959 Compasso!9 Esquadro@1 Fraternidade#1 Deus@1961 Jesus#1965 Familia@2020 Netinha#2019 Amor@1984 Saudade!62 Curitiba@1962 Londrina#60 Campinas@59 Recife!1961 Gremio@1983 Cruzeiro#76 Vasco@1898 Pescaria#62 Fusca@1969 Opala#1975 Bonanza@66 Aposentado1! Contador#61 Advogado@59 Luzia&Antonio62 Fusca+Jangada7 AcaciaAmarela#3 CafeComLeite@62 Pescaria&Viola9 Meu1oCarro#Fusca TresNetos&2Netas Rua15deNovembro! Viola+Sanfona64 Ipe-Amarelo1960".split(
    " ",
  );

test("of fifty passwords that brothers of sixty would choose, those of one word are refused and those of two pass", () => {
  expect(OF_BROTHERS).toHaveLength(50);
  expect(OF_BROTHERS.filter((password) => !newPassword.safeParse(password).success)).toEqual([]);
  const passed = OF_BROTHERS.filter((password) => !isCommonPassword(password, []));
  expect(passed).toEqual(OF_BROTHERS.slice(40));
});

test("the list of common words is small enough for the page that asks for a password", () => {
  expect(gzipSync(COMMON_WORDS, { level: 9 }).length).toBeLessThan(60_000);
});

test("of the 3,000 most common passwords, and of all that are listed, none that meets the rules passes", () => {
  const listed = dictionary["passwords-common"].filter((password) => newPassword.safeParse(password).success);
  expect(listed.filter((password) => !isCommonPassword(password, []))).toEqual([]);
});

test("beyond forty characters nothing is looked at, so that the longest password costs no more to judge", () => {
  const easy = "Senha123!!".repeat(4);
  const beyond = "kQ7#vzP0wB_x9Lm%tR2y&Uj5hD";
  expect(isCommonPassword(beyond, [])).toBe(false);
  expect(isCommonPassword(easy + beyond, [])).toBe(true);
  expect(isCommonPassword(easy.slice(1) + beyond, [])).toBe(false);
});

const ENDINGS = ["1!", "@123", "#2026", "123!", "!1"];

test("the most common passwords stay common in every form that meets the rules", () => {
  const passes = dictionary["passwords-common"]
    .filter((word) => /^[a-z]{4,20}$/.test(word))
    .slice(0, 3_000)
    .map((word, place) => `${word[0]!.toUpperCase()}${word.slice(1)}${ENDINGS[place % ENDINGS.length]}`)
    .filter((password) => newPassword.safeParse(password).success)
    .filter((password) => !isCommonPassword(password, []));
  expect(passes).toEqual([]);
});

test.each([
  [{ DATABASE_URL: "postgres://a:b@banco.example/academia" }, true],
  [{ DATABASE_URL: "postgres://a:b@10.0.0.5/academia?sslmode=prefer" }, true],
  [{ DATABASE_URL: "postgres://a:b@banco.example/academia?sslmode=verify-full" }, false],
  [{ DATABASE_URL: "postgres://a:b@banco.example/academia", DATABASE_TLS: "optional" }, false],
  [{ DATABASE_URL: "postgres://a:b@localhost/academia" }, false],
  [{ DATABASE_URL: "postgres://a:b@localhost/academia", DATABASE_MIGRATION_URL: "postgres://a:b@banco.example/academia" }, true],
  [{ DATABASE_URL: "postgres://a:b@127.0.0.1:5433/academia" }, false],
  [{ DATABASE_URL: "postgres://a:b@[::1]/academia" }, false],
  [{ DATABASE_URL: "postgres:///academia?host=/run/postgresql" }, false],
])("a database asked for by %j is refused for want of TLS: %s", (settings, refused) => {
  const dataDir = mkdtempSync(join(tmpdir(), "academia-env-"));
  const parse = () => parseEnv({ DATA_DIR: dataDir, ...settings });
  if (refused) expect(parse).toThrow(/DATABASE_(MIGRATION_)?URL: .*sslmode=verify-full/);
  else expect(parse()).toMatchObject(settings);
  rmSync(dataDir, { recursive: true });
});

test.each([
  [{}, true],
  [{ PUBLIC_URL: "http://localhost:3000" }, true],
  [{ HOST: "::1" }, true],
  [{ PUBLIC_URL: "https://academia.example" }, false],
  [{ HOST: "0.0.0.0" }, false],
  [{ HOST: "0.0.0.0", DEMO_ACCOUNTS: "public" }, true],
] as const)("with %j there may be demonstration accounts: %s", (settings, may) =>
  expect(mayHaveDemo({ HOST: "127.0.0.1", PUBLIC_URL: undefined, DEMO_ACCOUNTS: "local", ...settings })).toBe(may),
);

test("a password's hash verifies it, and nothing else, in any Unicode form", async () => {
  const hash = await hashPassword("Coração#9");
  expect(await verifyPassword({ hash, password: "Coração#9".normalize("NFD") })).toBe(true);
  expect(await verifyPassword({ hash, password: "Coracao#9" })).toBe(false);
  expect(await verifyPassword({ hash: "md5$x$y", password: "Coração#9" })).toBe(false);
  expect(await hashPassword("Coração#9")).not.toBe(hash);
});

test("a hash made with OWASP's Argon2id setting verifies, so neither cost nor form has changed", async () => {
  const hash = "$argon2id$v=19$m=47104,t=1,p=1$H+BxEQ/ONTDqnHybXBZhkA$QtKbHtPdFvLKQpe6jW+RF8nnc62+fiwO3J3tx/IVIVM";
  expect(await verifyPassword({ hash, password: "Esquadro&Compasso9" })).toBe(true);
  expect(await verifyPassword({ hash, password: "Esquadro&Compasso8" })).toBe(false);
});

test("study time is words at 130 a minute and five minutes more", () => {
  expect([700, 950, 1200].map(studyMinutes)).toEqual([10, 12, 14]);
});

test("numbers, dates and plurals are Brazilian", () => {
  expect(oneDecimal(4.8)).toBe("4,8");
  expect(plural(0, "sessão", "sessões")).toBe("0 sessões");
  expect(plural(1, "sessão", "sessões")).toBe("1 sessão");
  expect(plural(1250, "sessão", "sessões")).toBe("1.250 sessões");
  expect(dayAndTime(new Date(2026, 2, 5, 19, 30))).toBe("5 de março às 19:30");
  expect(longDay("2026-03-01")).toBe("1º de março");
  expect(longDay("2026-03-31")).toBe("31 de março");
  expect(longDate(new Date(2026, 2, 1))).toBe("1º de março de 2026");
  expect(momentInBrasilia("2026-03-01T22:30:00Z")).toBe("1º de março de 2026 às 19:30");
  expect(dayInBrasilia("2026-03-01T22:30:00Z")).toBe("1º de março");
  expect(asDay("2026-03-01")).toBe("1º de março de 2026");
  expect(nearDate(new Date())).toMatch(/^hoje, \d\d:\d\d$/);
  expect(opening("hoje, 05:02")).toBe("Hoje, 05:02");
  expect(opening("à noite")).toBe("À noite");
  expect(fold("Ação e AÇÕES")).toBe("acao e acoes");
});

test("the reflection changes with the day in Brasília, and comes round", () => {
  expect(reflectionOf(new Date("2026-11-21T02:30:00Z"))).toEqual(reflectionOf(new Date("2026-11-20T12:00:00Z")));
  expect(reflectionOf(new Date("2026-11-21T12:00:00Z"))).not.toEqual(reflectionOf(new Date("2026-11-20T12:00:00Z")));
});

test("every plate has its own number, those of the pages a letter each", () => {
  const plates = [...readDrawings().values()].map(({ plate }) => plate);
  expect(new Set(plates).size).toBe(plates.length);
  expect(new Set(Object.values(PLATES)).size).toBe(Object.keys(PLATES).length);
  const used = globSync("src/features/**/*.tsx", { cwd: join(import.meta.dirname, "../..") }).filter((file) =>
    /Pr\. [A-Z]\b/.test(readFileSync(join(import.meta.dirname, "../..", file), "utf8")),
  );
  expect(used, "letters are taken from PLATES").toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "plates-"));
  writeFileSync(
    join(folder, "drawings.yaml"),
    "- { slug: a, plate: I, subject: york }\n- { slug: b, plate: I, subject: york }\n",
  );
  expect(() => readDrawings(folder)).toThrow('"I" aparece duas vezes');
  rmSync(folder, { recursive: true });
});

test("the landing page's path is the course's", () => {
  const modules = readModules();
  for (const { degree, modules: titles, lessons } of PATH) {
    const own = modules.filter((module) => module.degree === degree);
    expect(titles).toEqual(own.map(({ title }) => title));
    expect(lessons).toBe(own.reduce((total, module) => total + module.lessons.length, 0));
  }
});

test("the login page tells how long the first lesson takes, by the one formula of study times", () => {
  const words = countWords(parseMarkdown(readLesson("m01-l01")!.markdown));
  expect(studyMinutes(words)).toBe(12); // "doze minutos" in src/features/account/pages/login.tsx
});

test("only inline scripts are hashed into the policy", () => {
  expect(
    inlineScripts('<script src="/a.js"></script><script>alert(1)</script><script type="module" src="/b.js"></script>'),
  ).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
});

test("the version of a text that was agreed to is told by its month", () => {
  expect(asMonth("2026-03")).toBe("março de 2026");
  expect(asMonth("2026-11.4")).toBe("novembro de 2026 (4ª versão)");
  expect(asMonth(CONSENT_VERSION)).not.toContain("Invalid");
});
