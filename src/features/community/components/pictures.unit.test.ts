import { expect, test } from "vitest";
import { renderMarkdown } from "#app/server/markdown/members-text.ts";
import { imagePath } from "../posts/post-text.ts";
import { pictureMarkdown } from "./pictures.ts";

const ID = "0190a0b1-0000-4000-8000-000000000001";
const targets = {
  site: "https://academia.example",
  lessonPaths: new Map(),
  inserts: { names: new Map(), images: new Map([[imagePath(ID), { width: 4, height: 3 }]]) },
};
const altOf = (description: string) => {
  const { html } = renderMarkdown(pictureMarkdown(description, imagePath(ID)), targets);
  return / alt="([^"]*)"/
    .exec(html)?.[1]
    ?.replace(/&#x(\w+);/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
};

test("a picture is described in the very words that were typed, whatever signs are in them", () => {
  for (const words of [
    "O avental [novo], visto de frente",
    "2 * 3 * 4 _e_ `x` \\ fim",
    "![dentro](fora) ] e [",
    "<b>pão</b> & vinho &amp;",
  ])
    expect(altOf(words)).toBe(words);
  expect(altOf("Em duas\n\nlinhas")).toBe("Em duas linhas");
});

test("a picture that only decorates has an empty description, which voices pass over", () => {
  expect(altOf("")).toBe("");
});
