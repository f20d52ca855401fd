import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { CompactSign, calculateJwkThumbprint } from "jose";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { seal, unseal } from "#app/server/seal.ts";
import { ownValidCertificate } from "./certificates.service.ts";
import { credentialKeys } from "./certificates.table.ts";
import { statusEntry } from "./credential-status.ts";
import { hoursAndMinutes } from "./sheet/sheet.ts";

export const CREDENTIALS_CONTEXT = "https://www.w3.org/ns/credentials/v2";
const CONTEXT = [CREDENTIALS_CONTEXT, "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"];

type Signer = Pick<Ctx, "env" | "db">;

/** Of each process, opened once. */
const keys = new WeakMap<Signer["env"], Promise<KeyObject>>();

/** The academy's private key (RSA, which Open Badges 3.0 asks every reader to know), made when it is first needed; one for all processes. */
function privateKey(signer: Signer): Promise<KeyObject> {
  const known = keys.get(signer.env);
  if (known) return known;
  const opened = openKey(signer).catch((error) => {
    keys.delete(signer.env);
    throw error;
  });
  keys.set(signer.env, opened);
  return opened;
}

/** What seals the key, and the file in which each process kept its own before it was in the database. */
const SEALED_AS = "credential-key";
const FORMER_FILE = "credential-key.pem";

/** One that AUTH_SECRET no longer opens is replaced: what it signed is not verified any more. */
async function openKey({ env, db }: Signer): Promise<KeyObject> {
  const kept = async () => (await db.select().from(credentialKeys))[0]?.sealed;
  const open = (sealed: string | undefined) => (sealed === undefined ? undefined : unseal(env, SEALED_AS, sealed));
  const before = await kept();
  const known = open(before);
  if (known) return createPrivateKey(known);
  const sealed = seal(env, SEALED_AS, formerKey(env.DATA_DIR) ?? newKey());
  // of several processes that come here at once one keeps its own
  await db
    .insert(credentialKeys)
    .values({ sealed })
    .onConflictDoUpdate({
      target: credentialKeys.id,
      set: { sealed },
      setWhere: sql`${credentialKeys.sealed} = ${before ?? ""}`,
    });
  return createPrivateKey(open(await kept())!);
}

const newKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

function formerKey(folder: string): string | undefined {
  const file = join(folder, FORMER_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

export const siteOf = ({ env }: Pick<Ctx, "env">) => publicAddress(env);
export const issuerId = (ctx: Pick<Ctx, "env">) => `${siteOf(ctx)}/api/credentials/issuer`;

/** The public half of the key, for those who check a signature. */
export async function readKey(ctx: Signer) {
  const { kty, n, e } = createPublicKey(await privateKey(ctx)).export({ format: "jwk" }) as { kty: string; n: string; e: string };
  const kid = await calculateJwkThumbprint({ kty, n, e });
  return { kty, n, e, alg: "RS256", use: "sig", kid };
}

/** The same as a set, to which the credentials of the first releases point. */
export const readKeys = async (ctx: Signer) => ({ keys: [await readKey(ctx)] });

/** A moment as both forms of a credential say it: in whole seconds, as the claim `nbf` has no smaller ones and has to equal `validFrom`. */
export function secondsOf(moment: Date): { seconds: number; text: string } {
  const seconds = Math.floor(moment.getTime() / 1000);
  return { seconds, text: new Date(seconds * 1000).toISOString().replace(".000Z", "Z") };
}

/**
 * Signs a credential as a compact JWS with RS256. The header holds only what section 8.2.3 of Open Badges 3.0 allows; `kid` is an
 * address that answers with the public key.
 */
export async function signCredential(ctx: Signer, typ: "JWT" | "vc+jwt", payload: object): Promise<string> {
  const kid = `${siteOf(ctx)}/api/credentials/key#${(await readKey(ctx)).kid}`;
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "RS256", typ, kid })
    .sign(await privateKey(ctx));
}

/** Who signs: a Profile of Open Badges 3.0. */
export function readIssuer(ctx: Pick<Ctx, "env">) {
  return { "@context": CONTEXT, id: issuerId(ctx), type: ["Profile"], name: "Academia do Rito de York", url: siteOf(ctx) };
}

/**
 * The member's own certificate as an Open Badges 3.0 credential, signed as a JWT (VC-JWT with RS256: section 8.2 of that specification,
 * https://www.imsglobal.org/spec/ob/v3p0#jwt-proof): the claims `iss`, `jti`, `sub` and `nbf` repeat the credential's own fields. Whether it
 * is still valid is in the list that `credentialStatus` names.
 * @returns the compact form
 * @throws AppError not_found, certificate_revoked
 */
export async function readCredential(ctx: Ctx, id: string): Promise<{ jwt: string; name: string }> {
  const certificate = await ownValidCertificate(ctx, id);
  const { address, degree, holderName, lessons, modules, minutes, rightCount, questions, issuedAt } = certificate;
  const subject = `urn:uuid:${certificate.id}`;
  const { seconds: nbf, text: validFrom } = secondsOf(issuedAt);
  const title = `Certificado de estudo: caminho de ${DEGREE_LABEL[degree]}`;
  const credential = {
    "@context": CONTEXT,
    id: address,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: title,
    issuer: { id: issuerId(ctx), type: ["Profile"], name: "Academia do Rito de York", url: siteOf(ctx) },
    validFrom,
    credentialStatus: statusEntry(ctx, certificate.statusIndex),
    credentialSubject: {
      id: subject,
      type: ["AchievementSubject"],
      identifier: [{ type: "IdentityObject", hashed: false, identityHash: holderName, identityType: "name" }],
      achievement: {
        id: `${siteOf(ctx)}/exame/${degree}`,
        type: ["Achievement"],
        achievementType: "Certificate",
        name: title,
        description: `Atesta estudo. Não confere grau nem substitui a instrução da Loja. ${lessons} lições em ${modules} módulos, ${hoursAndMinutes(minutes)} de estudo, exame com ${rightCount} de ${questions}.`,
        criteria: { narrative: "Ler por inteiro as lições do caminho, responder às suas questões e passar no exame." },
      },
    },
  };
  const claims = { iss: issuerId(ctx), jti: address, sub: subject, nbf };
  const jwt = await signCredential(ctx, "JWT", { ...credential, ...claims });
  return { jwt, name: `certificado-${degree}.jwt` };
}
