import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CompactSign, calculateJwkThumbprint } from "jose";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { ownValidCertificate } from "./certificates.service.ts";
import { hoursAndMinutes } from "./sheet/sheet.ts";

/** Beside the other secrets of the data folder; backups hold it. */
const KEY_FILE = "credential-key.pem";
const CONTEXT = ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"];

const keys = new Map<string, KeyObject>();

/** The academy's private key (RSA, which Open Badges 3.0 asks every reader to know), made when it is first needed. */
function privateKey({ env }: Pick<Ctx, "env">): KeyObject {
  const known = keys.get(env.DATA_DIR);
  if (known) return known;
  const file = join(env.DATA_DIR, KEY_FILE);
  try {
    const { privateKey: made } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    writeFileSync(file, made.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // it is there already
  }
  const key = createPrivateKey(readFileSync(file));
  keys.set(env.DATA_DIR, key);
  return key;
}

const siteOf = ({ env }: Pick<Ctx, "env">) => publicAddress(env);
const issuerId = (ctx: Pick<Ctx, "env">) => `${siteOf(ctx)}/api/credentials/issuer`;

/** The public half of the key, for those who check a signature. */
export async function readKeys(ctx: Pick<Ctx, "env">) {
  const { kty, n, e } = createPublicKey(privateKey(ctx)).export({ format: "jwk" }) as { kty: string; n: string; e: string };
  const kid = await calculateJwkThumbprint({ kty, n, e });
  return { keys: [{ kty, n, e, alg: "RS256", use: "sig", kid }] };
}

/** Who signs: a Profile of Open Badges 3.0. */
export function readIssuer(ctx: Pick<Ctx, "env">) {
  return { "@context": CONTEXT, id: issuerId(ctx), type: ["Profile"], name: "Academia do Rito de York", url: siteOf(ctx) };
}

/**
 * The member's own certificate as an Open Badges 3.0 credential, signed as a JWT (VC-JWT with RS256: section 8.2 of that specification,
 * https://www.imsglobal.org/spec/ob/v3p0#jwt-proof). The header names the key by the address where it is published.
 * @returns the compact form
 * @throws AppError not_found, certificate_revoked
 */
export async function readCredential(ctx: Ctx, id: string): Promise<{ jwt: string; name: string }> {
  const certificate = await ownValidCertificate(ctx, id);
  const { address, degree, holderName, lessons, modules, minutes, rightCount, questions, issuedAt } = certificate;
  const subject = `urn:uuid:${certificate.id}`;
  const validFrom = issuedAt.toISOString();
  const title = `Certificado de estudo: caminho de ${DEGREE_LABEL[degree]}`;
  const credential = {
    "@context": CONTEXT,
    id: address,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: title,
    issuer: { id: issuerId(ctx), type: ["Profile"], name: "Academia do Rito de York", url: siteOf(ctx) },
    validFrom,
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
  const claims = { iss: issuerId(ctx), jti: address, sub: subject, nbf: Math.floor(issuedAt.getTime() / 1000) };
  const { keys } = await readKeys(ctx);
  const kid = `${siteOf(ctx)}/api/credentials/keys#${keys[0]!.kid}`;
  const jwt = await new CompactSign(new TextEncoder().encode(JSON.stringify({ ...credential, ...claims })))
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
    .sign(privateKey(ctx));
  return { jwt, name: `certificado-${degree}.jwt` };
}
