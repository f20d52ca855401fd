import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { sessions } from "#app/features/account/account.table.ts";
import { factors } from "#app/features/account/second-factor/factors.table.ts";
import { freshFactor, freshProof } from "#app/server/http/fresh-proof.ts";
import { type TestMember, testApp } from "../support/app.ts";

/** Acts that ask again who is there when the proof is older than ten minutes. Those of the second list ask for the password in their form. */
const PROOF = [
  "DELETE /api/account/factors/:factorId",
  "DELETE /api/account/sessions",
  "DELETE /api/account/sessions/:sessionId",
  "DELETE /api/admin/lodge-officers/:officerId",
  "DELETE /api/admin/members/:userId",
  "DELETE /api/admin/members/:userId/sessions",
  "DELETE /api/admin/members/:userId/suspension",
  "DELETE /api/mentors/:mentorId",
  "GET /api/account/export",
  "GET /api/account/export/page",
  "POST /api/account/address/change",
  "POST /api/account/factors/passkey",
  "POST /api/account/factors/passkey/options",
  "POST /api/account/factors/totp",
  "POST /api/account/factors/totp/:factorId",
  "POST /api/account/recovery-codes",
  "POST /api/admin/announcements",
  "POST /api/admin/audit-log/export",
  "POST /api/admin/certificates/:certificateId/reissue",
  "POST /api/admin/certificates/:certificateId/revoke",
  "POST /api/admin/degree-requests/:requestId/approve",
  "POST /api/admin/invitations",
  "POST /api/admin/invitations/:invitationId/resend",
  "POST /api/admin/invitations/batches",
  "POST /api/admin/lodges/:lodgeId/officers",
  "POST /api/admin/members/:userId/confirmation-letter",
  "POST /api/admin/members/:userId/factors-reset",
  "POST /api/admin/members/:userId/password-link",
  "POST /api/admin/members/:userId/suspension",
  "POST /api/admin/members/batch",
  "POST /api/admin/members/export",
  "POST /api/admissions/decisions",
  "POST /api/mentors",
  "POST /api/newsletter/subscribers/export",
  "POST /api/own-lodge/degree-requests/:requestId/approve",
  "PUT /api/admin/authors",
  "PUT /api/admin/invitations/:invitationId/address",
  "PUT /api/admin/lodges/:lodgeId/active",
  "PUT /api/admin/members/:userId/degree",
  "PUT /api/admin/members/:userId/record",
  "PUT /api/admin/members/:userId/role",
  "PUT /api/admin/settings/:key",
  "PUT /api/community/boards/:boardId/moderators",
];
const FACTOR = ["POST /api/account/deletion", "PUT /api/account/password"];

const app = testApp();

const mountedWith = (handler: unknown) =>
  createApp(app.services, async () => true)
    .routes.filter((route) => route.handler === handler)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

const proven = (member: TestMember, minutesAgo: number) =>
  app.services.db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - minutesAgo * 60_000) })
    .where(eq(sessions.userId, member.id));

const call = async (member: TestMember, route: string) => {
  const [method, path] = route.split(" ") as [string, string];
  const json = { headers: { "content-type": "application/json" }, body: "{}" };
  const answer = await member.send(path.replace(/:\w+/g, crypto.randomUUID()), { method, ...(method !== "GET" && json) });
  return answer.headers.get("content-type")?.includes("json") ? ((await answer.json()) as { code?: string }).code : undefined;
};

test("every act that weighs declares it where it is mounted, and no other does", () => {
  expect(mountedWith(freshProof)).toEqual(PROOF);
  expect(mountedWith(freshFactor)).toEqual(FACTOR);
});

test.each(PROOF)("%s is refused with a proof of eleven minutes ago, and not with one of nine", async (route) => {
  const admin = await app.member({ role: "admin" });
  await proven(admin, 11);
  expect(await call(admin, route)).toBe("proof_required");
  await proven(admin, 9);
  expect(await call(admin, route)).not.toBe("proof_required");
});

test.each(FACTOR)("%s wants an old proof renewed from those who have a second factor", async (route) => {
  const member = await app.member();
  await proven(member, 11);
  expect(await call(member, route)).toBe("invalid_input");
  await app.services.db
    .insert(factors)
    .values({ userId: member.id, kind: "totp", name: "Celular", secret: "x", verifiedAt: new Date() });
  expect(await call(member, route)).toBe("proof_required");
});
