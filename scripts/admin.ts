/**
 * Makes administrators, also while the application runs: `npm run admin -- create --email x --name "…"` asks for a password, or
 * makes one and prints it once; `npm run admin -- promote --email x` gives the permission to an account that exists;
 * `npm run admin -- reset-2fa --email x` turns off the second factor of somebody who has lost it, the last administrator included;
 * `npm run admin -- end-sessions` signs everybody out.
 */
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { commandWords } from "#app/command-words.ts";
import { StartError } from "#app/db/start-error.ts";
import { newPassword } from "#app/features/account/account.schema.ts";
import {
  createAdministrator,
  endAllSessions,
  promoteToAdministrator,
  resetSecondFactor,
} from "#app/features/admin/commands.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { plural } from "#app/lib/text.ts";
import { withServices } from "./with-services.ts";

const USAGE = `Uso:
  ${commandWords("admin", 'create --email endereço --name "Nome Completo"')}
  ${commandWords("admin", "promote --email endereço")}
  ${commandWords("admin", "reset-2fa --email endereço")}
  ${commandWords("admin", "end-sessions")}
Em "create", a senha é perguntada; deixada em branco, ou sem terminal, uma é gerada e mostrada uma única vez.`;

/** A failure the operator can fix: printed as a sentence, without a stack. */
class CommandError extends Error {}

async function main(): Promise<void> {
  const { command, email, name } = readArguments();
  await withServices(async (services) => {
    if (command === "end-sessions") {
      const ended = await endAllSessions(services);
      print(`${plural(ended, "sessão foi encerrada", "sessões foram encerradas")}; todos entram de novo.`);
    } else if (command === "reset-2fa") {
      await resetSecondFactor(services, email);
      print(`A verificação em duas etapas de ${email} foi desligada, e as sessões foram encerradas.`);
    } else if (command === "promote") {
      const changed = await promoteToAdministrator(services, email);
      print(changed ? `${email} é agora administrador; vale na próxima página que abrir.` : `${email} já era administrador.`);
    } else {
      const asked = await askPassword();
      const password = asked || generatePassword();
      await createAdministrator(services, { email, name, password });
      print(`Conta de administrador criada: ${email}`);
      if (!asked) print(`Senha (mostrada só agora; troque-a em Minha conta): ${password}`);
    }
  });
}

/** Which arguments each command needs beside its name. */
const COMMANDS = {
  create: ["email", "name"],
  promote: ["email"],
  "reset-2fa": ["email"],
  "end-sessions": [],
} satisfies Record<string, ("email" | "name")[]>;
type Command = keyof typeof COMMANDS;

function readArguments(): { command: Command; email: string; name: string } {
  const options = { email: { type: "string" }, name: { type: "string" } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { email = "", name = "" } = values;
    const [command = "", ...others] = positionals;
    const given = Object.entries({ email, name }).flatMap(([argument, value]) => (value ? argument : []));
    const complete = Object.hasOwn(COMMANDS, command) && String(given) === String(COMMANDS[command as Command]);
    if (complete && others.length === 0) return { command: command as Command, email, name };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${USAGE}`);
  }
  throw new CommandError(USAGE);
}

/** What is typed, without showing it; empty where nobody can type. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return "";
  process.stdout.write("Senha (em branco para gerar uma): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}

/** 120 random bits that happen to meet the rules for passwords. */
function generatePassword(): string {
  for (;;) {
    const password = randomBytes(15).toString("base64url");
    if (newPassword.safeParse(password).success) return password;
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);

main().catch((error: unknown) => {
  const readable = [CommandError, StartError, AppError].some((known) => error instanceof known);
  process.stderr.write(`${readable ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
});
