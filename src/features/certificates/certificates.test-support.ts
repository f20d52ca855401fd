import { answerTo, askedIn, completeDegree } from "#app/features/exam/exam.test-support.ts";
import type { TestApp, TestMember } from "#tests/support/app.ts";
import type { OwnCertificate } from "./certificates.answers.ts";

/** A member who has passed the exam of Aprendiz, and their certificate. */
export async function certificateHolder(
  app: TestApp,
  name = "Antônio Carlos Ferreira",
): Promise<{ member: TestMember; certificate: OwnCertificate }> {
  const member = await app.member({ name });
  await completeDegree(app.services.db, app.services.catalogue(), member.id, "aprendiz");
  const { body } = await member.post("/api/exams/aprendiz/attempts");
  const { id } = body.running;
  for (const [index, asked] of (await askedIn(app.services.db, id)).entries())
    await member.put(`/api/exam-attempts/${id}/items/${index + 1}/answer`, { given: answerTo(asked, index < 16) });
  await member.post(`/api/exam-attempts/${id}/delivery`);
  return { member, certificate: await ownCertificate(member) };
}

export const ownCertificate = async (member: TestMember): Promise<OwnCertificate> =>
  (await member.get<{ certificates: OwnCertificate[] }>("/api/certificates")).body.certificates[0]!;
