import { expect, test } from "vitest";
import { sheetTexts } from "./sheet.ts";

test("the address stays over the code, however long it is: the code takes most of its line", () => {
  const facts = {
    code: "FPB6QSYZNQHPA0MQQKBM0EJ2NQ",
    degree: "aprendiz",
    holderName: "Antônio Carlos Ferreira",
    lessons: 30,
    modules: 5,
    minutes: 356,
    rightCount: 16,
    questions: 20,
    issuedOn: "23 de novembro de 2026",
  } as const;
  const lines = sheetTexts(facts, "academia-do-rito-de-york.example/certificado", (text) => text.length / 2);
  const code = lines.find(({ text }) => text.startsWith("RY-"))!;
  const address = lines.find(({ text }) => text.endsWith("/certificado"))!;
  expect(address.y + address.size / 4).toBeLessThan(code.y - code.size * 0.75); // descenders, and capitals
});
