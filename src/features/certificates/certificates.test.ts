import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import jsQR from "jsqr";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { ORIGIN, testApp } from "#tests/support/app.ts";
import type { CertificateCheck } from "./certificates.answers.ts";
import { certificates, credentialKeys } from "./certificates.table.ts";
import { certificateHolder, ownCertificate } from "./certificates.test-support.ts";
import { readKey } from "./credentials.service.ts";
import { codeInGroups, QR } from "./sheet/sheet.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const holder = (name?: string) => certificateHolder(app, name);
const ownOf = ownCertificate;
const check = async (code: string) => (await app.visitor.post<CertificateCheck>("/api/certificates/check", { code })).body;

describe("a certificate", () => {
  test("is issued by passing, with what was studied and its study time, and its holder is told", async () => {
    const { member, certificate } = await holder();
    const lessons = app.services
      .catalogue()
      .modules.filter(({ degree }) => degree === "aprendiz")
      .flatMap((module) => module.lessons);
    expect(certificate).toMatchObject({
      degree: "aprendiz",
      holderName: "Antônio Carlos Ferreira",
      lessons: 30,
      modules: 5,
      minutes: lessons.reduce((sum, { text }) => sum + text!.minutes, 0),
      rightCount: 16,
      questions: 20,
      open: true,
      revokedAt: null,
      address: `${ORIGIN}/certificado/${certificate.code}`,
    });
    expect(certificate.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/); // 26 signs of 5 bits: 130
    await app.runJobs();
    const letters = app.mails().filter(({ to }) => to === member.email);
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining("o seu certificado de estudo foi emitido")]);
  });

  test("is nobody else's", async () => {
    const { certificate } = await holder();
    const thief = await app.member();
    const path = `/api/certificates/${certificate.id}`;
    expect((await thief.patch(path, { holderName: "Outro Nome" })).status).toBe(404);
    expect((await thief.get(`${path}/pdf`)).status).toBe(404);
    expect((await thief.get(`${path}/credential`)).status).toBe(404);
  });

  test("bears a form of the registered name that its holder chooses, and no other name", async () => {
    const { member, certificate } = await holder();
    const path = `/api/certificates/${certificate.id}`;
    const forms = ["Antônio Carlos Ferreira", "Antônio Ferreira", "Antônio C. Ferreira", "A. C. Ferreira"];
    expect(certificate.nameForms).toEqual(forms);
    for (const holderName of forms) expect((await member.patch(path, { holderName })).body).toMatchObject({ holderName });
    for (const holderName of ["Dom Pedro II", "<b>Antônio</b>", "Antônio", "", "x".repeat(81)]) {
      const { status, body } = await member.patch(path, { holderName });
      expect([status, Object.keys(body.fields)], holderName).toEqual([422, ["holderName"]]);
    }
    expect((await check(certificate.code)).certificate!.holderName).toBe("A. C. Ferreira");
  });

  test("of a member whose name the sheet cannot set is issued nevertheless", async () => {
    expect((await holder("Łukasz <i>Kowalski</i>")).certificate.holderName).toBe("ukasz iKowalskii");
    expect((await holder("Иван Петров")).certificate.holderName).toBe("Membro da Academia");
  });

  test("is exported, and is unknown once its holder's account is gone", async () => {
    const { member, certificate } = await holder();
    const { body } = await member.get("/api/account/export");
    expect(body.data.certificates).toMatchObject([{ code: certificate.code, holderName: "Antônio Carlos Ferreira" }]);
    const admin = await app.member({ role: "admin" });
    expect((await admin.delete(`/api/admin/members/${member.id}`)).status).toBe(200);
    expect((await check(certificate.code)).status).toBe("unknown");
  });
});

describe("the public page", () => {
  test("shows what was studied to anybody who has the code, however they type it", async () => {
    const { certificate } = await holder();
    const {
      id: _,
      code,
      address: __,
      open: ___,
      revokedAt: ____,
      revokedReason: _____,
      nameForms: ______,
      ...facts
    } = certificate;
    for (const typed of [
      code,
      codeInGroups(code),
      ` ${codeInGroups(code).toLowerCase()} `,
      `ry ${code.toLowerCase()}`,
      `RY${code}`,
      codeInGroups(code).replaceAll("-", "–"), // as phones and word processors write a hyphen
      code.replaceAll("0", "O").replaceAll("1", "l"),
    ])
      expect(await check(typed)).toMatchObject({ status: "valid", certificate: facts });
  });

  test("answers an unknown code, a forged one and no code alike, with one look-up each", async () => {
    const { certificate } = await holder();
    const forged = certificate.code.slice(0, 25) + (certificate.code.endsWith("0") ? "1" : "0");
    const { db } = app.services;
    const original = db.select.bind(db);
    for (const code of [forged, "0".repeat(26), "RY-1234", "", "<script>", "é".repeat(100)]) {
      let selects = 0;
      db.select = ((...fields: Parameters<typeof original>) => {
        selects += 1;
        return original(...fields);
      }) as typeof db.select;
      const { checkedAt: _, ...answer } = await check(code);
      db.select = original as typeof db.select;
      expect(answer).toEqual({ status: "unknown", certificate: null, issuedAt: null, revokedAt: null });
      expect(selects).toBe(1);
    }
  });

  test("says nothing but that it is closed, when its holder has closed it", async () => {
    const { member, certificate } = await holder();
    await member.patch(`/api/certificates/${certificate.id}`, { open: false });
    const { checkedAt: _, ...answer } = await check(certificate.code);
    expect(answer).toEqual({ status: "closed", certificate: null, issuedAt: null, revokedAt: null });
    await member.patch(`/api/certificates/${certificate.id}`, { open: true });
    expect((await check(certificate.code)).status).toBe("valid");
  });
});

describe("an administrator", () => {
  test("revokes with a reason: the page says so without it, the holder reads it, the log has it", async () => {
    const { member, certificate } = await holder();
    const admin = await app.member({ role: "admin" });
    const path = `/api/admin/certificates/${certificate.id}/revoke`;
    expect((await admin.post(path, { reason: "" })).body.fields).toEqual({ reason: "Escreva o motivo, que o titular lerá" });
    expect((await admin.post(path, { reason: "Emitido por engano" })).status).toBe(200);
    expect((await admin.post(path, { reason: "Outra vez" })).body.code).toBe("certificate_revoked");
    const answer = await check(certificate.code);
    expect(answer).toMatchObject({ status: "revoked", certificate: null, issuedAt: certificate.issuedAt });
    expect(JSON.stringify(answer)).not.toMatch(/engano|Antônio/);
    expect(await ownOf(member)).toMatchObject({ revokedAt: answer.revokedAt, revokedReason: "Emitido por engano" });
    for (const file of ["pdf", "credential", "badge"])
      expect((await member.get(`/api/certificates/${certificate.id}/${file}`)).body.code).toBe("certificate_revoked");
    const entries = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, certificate.id));
    expect(entries).toMatchObject([
      { action: "certificate.revoke", actorId: admin.id, details: { reason: "Emitido por engano" } },
    ]);
    await app.runJobs();
    const letters = app.mails().filter(({ to }) => to === member.email);
    expect(letters.at(-1)!.text).toContain("revogou um certificado de estudo seu");
    expect(letters.at(-1)!.text).not.toContain("engano");
  });

  test("issues it again under another code; the former one is revoked", async () => {
    const { member, certificate } = await holder();
    const admin = await app.member({ role: "admin" });
    const path = `/api/admin/certificates/${certificate.id}/reissue`;
    expect((await admin.post(path, { reason: "Código divulgado sem querer" })).status).toBe(200);
    const again = await ownOf(member);
    expect(again).toMatchObject({ holderName: certificate.holderName, minutes: certificate.minutes, revokedAt: null });
    expect(again.code).not.toBe(certificate.code);
    expect([(await check(certificate.code)).status, (await check(again.code)).status]).toEqual(["revoked", "valid"]);
    expect(await app.services.db.$count(certificates, eq(certificates.userId, member.id))).toBe(2);
    expect((await admin.post(path, { reason: "Mais uma vez" })).status).toBe(409);
    const { body } = await admin.get("/api/admin/certificates");
    expect(body.certificates.find(({ id }: { id: string }) => id === again.id)).toMatchObject({ email: member.email });
  });
});

describe("the sheet in PDF", () => {
  test("has its text, language, title and tags, and a square that leads to the public page", async () => {
    const { member, certificate } = await holder("José Damião d’Ávila");
    const answer = await member.send(`/api/certificates/${certificate.id}/pdf`, { method: "GET" });
    expect(answer.status).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const source = Buffer.from(bytes).toString("latin1");
    expect(source).toMatch(/\/Lang \(pt-BR\)/);
    expect(source).toMatch(/\/Marked true/);
    expect(source).toMatch(/\/DisplayDocTitle true/);
    expect(source.match(/\/FontFile2/g)?.length).toBe(6); // each cut is embedded
    const document = await getDocumentProxy(bytes.slice());
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: "Certificado de estudo de José Damião d’Ávila" });
    const page = await document.getPage(1);
    expect(page.view.map(Math.round)).toEqual([0, 0, 842, 595]);
    const { text } = await extractText(document, { mergePages: true });
    for (const words of [
      "Certificado de estudo",
      "José Damião d’Ávila",
      "caminho de Aprendiz",
      "30",
      "16 de 20",
      codeInGroups(certificate.code),
    ])
      expect(text.replace(/\s+/g, " ")).toContain(words);
    const tree = JSON.stringify(await page.getStructTree());
    for (const role of ["Document", "H1", "Figure"]) expect(tree).toContain(`"${role}"`);
    expect(tree).toContain(`Código QR que abre ${certificate.address}`);
    expect(squareOf(Buffer.from(bytes))).toBe(certificate.address);
  }, 60_000);
});

/** What Open Badges 3.0 asks of a credential of ours (its sections B.1.1, B.1.3, B.1.5, B.1.10, B.2.4 and 8.2.4), required fields first. */
const openBadgeCredential = z.looseObject({
  "@context": z.tuple([
    z.literal("https://www.w3.org/ns/credentials/v2"),
    z.literal("https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"),
  ]),
  id: z.url(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("OpenBadgeCredential")]),
  name: z.string().min(1),
  issuer: z.looseObject({ id: z.url(), type: z.tuple([z.literal("Profile")]), name: z.string() }),
  validFrom: z.iso.datetime({ precision: 0 }),
  credentialSubject: z.looseObject({
    id: z.string().regex(/^urn:uuid:/),
    type: z.tuple([z.literal("AchievementSubject")]),
    identifier: z.array(
      z.strictObject({
        type: z.literal("IdentityObject"),
        hashed: z.boolean(),
        identityHash: z.string(),
        identityType: z.enum(["name", "emailAddress", "identifier"]),
      }),
    ),
    achievement: z.looseObject({
      id: z.url(),
      type: z.tuple([z.literal("Achievement")]),
      achievementType: z.enum(["Certificate", "CertificateOfCompletion", "Course"]),
      name: z.string().min(1),
      description: z.string().min(1),
      criteria: z.strictObject({ narrative: z.string().min(1) }),
    }),
  }),
  credentialStatus: z.strictObject({
    id: z.url(),
    type: z.literal("BitstringStatusListEntry"),
    statusPurpose: z.literal("revocation"),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: z.url(),
  }),
  iss: z.url(),
  jti: z.url(),
  sub: z.string(),
  nbf: z.int(),
});

describe("the Open Badges 3.0 credential", () => {
  test("is signed with the academy's published key, and says what the certificate says", async () => {
    const { member, certificate } = await holder();
    const { status, body: jwt } = await member.get<string>(`/api/certificates/${certificate.id}/credential`);
    expect(status).toBe(200);
    const header = decodeProtectedHeader(jwt);
    expect(Object.keys(header).toSorted()).toEqual(["alg", "kid", "typ"]); // no others are allowed
    expect(header).toMatchObject({ alg: "RS256", typ: "JWT" });
    const key = (await app.visitor.get(header.kid!.slice(ORIGIN.length))).body; // the address answers with the key itself
    const { payload } = await jwtVerify(jwt, await importJWK(key), { algorithms: ["RS256"] });
    expect((await app.visitor.get("/api/credentials/keys")).body).toEqual({ keys: [key] });
    const picture = await member.send(`/api/certificates/${certificate.id}/badge`, { method: "GET" });
    expect(picture.headers.get("content-disposition")).toContain("certificado-aprendiz.png");
    const png = Buffer.from(await picture.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 512, height: 512 });
    const chunk = png.indexOf("iTXt");
    const text = png.toString("utf8", chunk + 4, chunk + 4 + png.readUInt32BE(chunk - 4));
    expect(text.split("\0\0\0\0\0")[0]).toBe("openbadgecredential");
    expect(await jwtVerify(text.split("\0").at(-1)!, await importJWK(key, "RS256"))).toBeTruthy();
    openBadgeCredential.parse(payload);
    expect(payload).toMatchObject({
      iss: (payload as any).issuer.id,
      jti: payload.id,
      sub: (payload as any).credentialSubject.id,
    });
    expect(new Date(payload.nbf! * 1000).getTime()).toBe(new Date(payload.validFrom as string).getTime());
    const issuer = (await app.visitor.get("/api/credentials/issuer")).body;
    expect(payload).toMatchObject({
      iss: issuer.id,
      jti: certificate.address,
      id: certificate.address,
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      validFrom: `${certificate.issuedAt.slice(0, 19)}Z`,
      issuer: { id: issuer.id, name: "Academia do Rito de York" },
      credentialSubject: {
        type: ["AchievementSubject"],
        identifier: [{ identityType: "name", identityHash: "Antônio Carlos Ferreira" }],
        achievement: { name: "Certificado de estudo: caminho de Aprendiz" },
      },
    });
    expect(JSON.stringify(payload)).not.toContain(member.email);
    expect(JSON.stringify(payload)).not.toContain(member.id);
  });

  test("its status changes when the certificate is revoked, and when its holder's account goes", async () => {
    const { member, certificate } = await holder();
    const other = await holder();
    const statusOf = async (credential: Record<string, any>) => {
      const { statusListCredential, statusListIndex, type, statusPurpose } = credential.credentialStatus;
      expect({ type, statusPurpose }).toEqual({ type: "BitstringStatusListEntry", statusPurpose: "revocation" });
      const { body: list, headers } = await app.visitor.get<string>(statusListCredential.slice(ORIGIN.length));
      expect(headers.get("content-type")).toBe("application/vc+jwt");
      const key = (await app.visitor.get("/api/credentials/key")).body;
      const { payload } = await jwtVerify<Record<string, any>>(list, await importJWK(key), { typ: "vc+jwt" });
      expect(payload).toMatchObject({
        id: statusListCredential,
        type: ["VerifiableCredential", "BitstringStatusListCredential"],
        issuer: credential.issuer.id,
        credentialSubject: { type: "BitstringStatusList", statusPurpose: "revocation" },
      });
      const { encodedList } = payload.credentialSubject;
      expect(encodedList[0]).toBe("u");
      const bits = gunzipSync(Buffer.from(encodedList.slice(1), "base64url"));
      expect(bits).toHaveLength(16_384);
      const place = Number(statusListIndex);
      return (bits[place >> 3]! >> (7 - (place & 7))) & 1;
    };
    const credentialOf = async (each: typeof other): Promise<Record<string, any>> =>
      decodeJwt((await each.member.get<string>(`/api/certificates/${each.certificate.id}/credential`)).body);
    const [first, second] = [await credentialOf({ member, certificate }), await credentialOf(other)];
    expect([await statusOf(first), await statusOf(second)]).toEqual([0, 0]);
    await app.services.db.update(certificates).set({ revokedAt: new Date() }).where(eq(certificates.id, certificate.id));
    expect([await statusOf(first), await statusOf(second)]).toEqual([1, 0]);
    await app.services.db.delete(certificates).where(eq(certificates.id, other.certificate.id));
    expect(await statusOf(second)).toBe(1);
    expect((await app.visitor.get("/api/credentials/status?list=2")).status).toBe(404);
    expect((await app.visitor.get("/api/credentials/status?list=0")).status).toBe(422);
  });

  test("does not verify once a letter of it was changed", async () => {
    const { member, certificate } = await holder();
    const { body: jwt } = await member.get<string>(`/api/certificates/${certificate.id}/credential`);
    const [head, payload, signature] = jwt.split(".") as [string, string, string];
    const text = Buffer.from(payload, "base64url").toString().replace("Antônio", "Antonio");
    const forged = [head, Buffer.from(text).toString("base64url"), signature].join(".");
    const { keys } = (await app.visitor.get("/api/credentials/keys")).body;
    await expect(jwtVerify(forged, await importJWK(keys[0]))).rejects.toThrow("signature verification failed");
    await expect(jwtVerify(jwt, await importJWK(keys[0]))).resolves.toBeTruthy();
  });

  test("every process signs with one key, which is sealed in the database and which no answer has", async () => {
    const { keys } = (await app.visitor.get("/api/credentials/keys")).body;
    expect(Object.keys(keys[0]).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    const [row] = await app.services.db.select().from(credentialKeys);
    expect(row!.sealed).not.toContain("PRIVATE");
    const elsewhere = { db: app.services.db, env: { ...app.services.env, DATA_DIR: "/nonexistent" } };
    expect(await readKey(elsewhere)).toEqual(keys[0]);
  });

  test("a key that a former release kept in its data folder is taken over; one that AUTH_SECRET no longer opens is replaced", async () => {
    const { db, env } = app.services;
    const before = await readKey({ db, env: { ...env } });
    const former = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
    writeFileSync(join(env.DATA_DIR, "credential-key.pem"), former);
    const [kept] = await db.select().from(credentialKeys);
    try {
      await db.delete(credentialKeys);
      const starts = [1, 2, 3].map(() => readKey({ db, env: { ...env } }));
      const { n } = createPublicKey(former).export({ format: "jwk" });
      expect((await Promise.all(starts)).map((key) => key.n)).toEqual([n, n, n]);
      rmSync(join(env.DATA_DIR, "credential-key.pem"));
      const [anew, again] = [1, 2].map(() => ({ db, env: { ...env, AUTH_SECRET: "outro".repeat(8) } }));
      const replaced = await readKey(anew!);
      expect([before.n, n]).not.toContain(replaced.n);
      expect(await readKey(again!)).toEqual(replaced);
    } finally {
      await db.update(credentialKeys).set(kept!);
    }
  });
});

/**
 * Reads the square as a camera does: the rectangles of the page, which only the square is drawn with, are painted into a picture, in
 * millimetres of the sheet, and the picture is decoded.
 */
function squareOf(source: Buffer): string | undefined {
  // a stream may end with a carriage return of its own: one in 256 does
  const streams = [...source.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(([, stream]) => {
    try {
      return [inflateSync(Buffer.from(stream!, "latin1")).toString("latin1")];
    } catch {
      return []; // not compressed so, or no text
    }
  });
  const numbers = /(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re/g;
  const rectangles = streams.flatMap((stream) => [...stream.matchAll(numbers)].map((match) => match.slice(1).map(Number)));
  const side = 840; // of fewer pixels, whose number for each square is no whole one, some codes are not read
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const scale = 800 / QR.size;
  for (const [x, y, width, height] of rectangles as [number, number, number, number][])
    for (let row = Math.round((y - QR.y) * scale) + 20; row < Math.round((y + height - QR.y) * scale) + 20; row += 1)
      for (let column = Math.round((x - QR.x) * scale) + 20; column < Math.round((x + width - QR.x) * scale) + 20; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return jsQR(pixels, side, side)?.data;
}
