import { expect, test } from "vitest";
import { readStudies } from "#app/content/studies.ts";
import { testApp } from "#tests/support/app.ts";
import type { StudyList, StudyText } from "./studies.answers.ts";

const app = testApp();

const above = readStudies().find(({ degree }) => degree === "mestre")!;

test("every study of the files is listed in its order, and a Mestre may read each of them", async () => {
  const member = await app.member({ degree: "mestre" });
  const { body } = await member.get<StudyList>("/api/studies");
  expect(body.studies.map(({ id }) => id)).toEqual(readStudies().map(({ id }) => id));
  for (const { id, order, title, locked } of body.studies) {
    const study = await member.get<StudyText>(`/api/studies/${id}`);
    expect(locked).toBe(false);
    expect(study.body).toMatchObject({ id, order, title });
    expect(study.body.html).not.toMatch(/documento:|termo:|licao:|prancha:|data-document|data-drawing/);
    expect(study.body.headings.at(-1)).toEqual({ id: "fontes", title: "Fontes" });
  }
});

test("a study of a higher degree is listed as locked, and its text is not given", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<StudyList>("/api/studies");
  expect(body.studies.find(({ id }) => id === above.id)).toMatchObject({ degree: "mestre", locked: true });
  const refused = await member.get(`/api/studies/${above.id}`);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain("<p");
  const unknown = await member.get("/api/studies/nada");
  expect(unknown.status).toBe(404);
});

test("the neighbours of a study are those that the member may open", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<StudyList>("/api/studies");
  const open = body.studies.filter(({ locked }) => !locked);
  for (const [index, { id }] of open.entries()) {
    const study = await member.get<StudyText>(`/api/studies/${id}`);
    expect(study.body.previous?.id).toBe(open[index - 1]?.id);
    expect(study.body.next?.id).toBe(open[index + 1]?.id);
  }
});

test("a study shows its documents in place, its boxes by their labels, and its drawing with a description", async () => {
  const member = await app.member({ degree: "mestre" });
  const { body } = await member.get<StudyText>("/api/studies/marca-e-salario");
  expect(body.html).toContain('<a href="#doc-schaw-1598">as primeiras disposições</a>');
  expect(body.html.match(/<figure class="plate document" id="doc-schaw-1598"/g)).toHaveLength(1);
  expect(body.html).toContain("sob pena de quarenta libras ou da quarta parte do valor da dita obra");
  expect(body.html).toMatch(/<div class="box box-tradition">\s*<p class="box-label">Tradição<\/p>/);
  expect(body.html).toMatch(/<svg role="img" aria-label="Doze marcas de pedreiro/);
  expect(body.terms.map(({ slug }) => slug)).toContain("mestre-da-marca");
});
