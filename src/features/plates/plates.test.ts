import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { readDrawings } from "#app/content/courses.ts";
import { lessonProgress, lessonRevisions, moduleCompletions } from "#app/features/courses/courses.table.ts";
import type { SearchPage } from "#app/features/search/search.answers.ts";
import { syncSearch } from "#app/features/search/search-sync.service.ts";
import { studiesWithDrawings } from "#app/features/studies/studies.service.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { PLATE_SUBJECTS } from "#app/lib/plate-subjects.ts";
import { type Caller, testApp } from "#tests/support/app.ts";
import type { PlateDrawing, PlateList } from "./plates.answers.ts";

const app = testApp();

const drawings = [...readDrawings().values()];
const FIGURE = /<figure class="plate"><div class="plate-art"><svg role="img"[\s\S]*?<\/figure>/g;

/** The plate of which a lesson of each degree has the canary's caption. */
const planted = new Map<Degree, string>();

/** A member of a degree to whom all its modules are open. */
async function reader(degree: Degree) {
  const member = await app.member({ degree });
  const done = app.services.catalogue().modules.map(({ id }) => ({ userId: member.id, moduleId: id }));
  await app.services.db.insert(moduleCompletions).values(done);
  await app.services.db.insert(lessonProgress).values({ userId: member.id, lessonId: "m01-l01" }); // without a lesson there is no finished module
  return member;
}

const write = (lessonId: string, html: string) =>
  app.services.db.update(lessonRevisions).set({ html }).where(eq(lessonRevisions.lessonId, lessonId));

const canary = (degree: Degree) => `Canarinho do grau de ${degree} & outros`;

beforeAll(async () => {
  for (const degree of DEGREES) {
    const module = app.services.catalogue().modules.find((each) => each.degree === degree)!;
    const lesson = module.lessons.find(({ text }) => text?.html.match(FIGURE))!;
    const [figure] = lesson.text!.html.match(FIGURE)!;
    planted.set(degree, /Pr\. ([IVXLC]+)/.exec(figure)![1]!);
    const captioned = figure.replace(/(?<=<figcaption><span>)[^<]*/, canary(degree).replace("&", "&amp;"));
    await write(
      lesson.id,
      lesson.text!.html.replace(figure, () => captioned),
    );
  }
  await app.services.reloadCatalogue();
  await syncSearch(app.services.db, app.services.catalogue());
});

const list = async (caller: Caller) => (await caller.get<PlateList>("/api/plates")).body;

test("a Mestre sees every plate in the order of its number, each with a subject and the texts in which it stands", async () => {
  const member = await reader("mestre");
  const { plates, later } = await list(member);
  expect(plates.map(({ plate }) => plate)).toEqual(drawings.map(({ plate }) => plate));
  expect(later).toBe(0);
  expect(new Set(plates.map(({ subject }) => subject))).toEqual(new Set(PLATE_SUBJECTS));
  for (const { plate, texts } of plates)
    for (const { path } of texts) {
      const address = path.startsWith("/modulo/")
        ? `${path.replace("/modulo/", "/api/modules/").replace("/licao/", "/lessons/")}/text`
        : `/api${path.replace("/estudos/", "/studies/")}`;
      expect((await member.get<{ html: string }>(address)).body.html, path).toContain(
        `<a href="/pranchas?prancha=${plate}">Pr. ${plate}</a>`,
      );
    }
});

test("one plate is its drawing, what it shows in words, and what its text cites beside it", async () => {
  const member = await reader("mestre");
  let cited = 0;
  for (const { plate, svg } of drawings) {
    const { body } = await member.get<PlateDrawing>(`/api/plates/${plate}`);
    expect(body.svg).toBe(svg);
    expect(body.description.length).toBeGreaterThan(30);
    expect(body.sources.join()).not.toMatch(/fnref|Voltar/);
    cited += body.sources.length > 0 ? 1 : 0;
  }
  expect(cited).toBeGreaterThan(20);
  for (const nothing of ["C", "VII%20", "vii", "7"]) expect((await member.get(`/api/plates/${nothing}`)).status).toBe(404);
});

test.each(DEGREES)(
  "a %s sees, opens and finds the plates of the texts that are open to them, and of no other",
  async (degree) => {
    const member = await reader(degree);
    const { plates, later } = await list(member);
    const all = (await list(await reader("mestre"))).plates;
    expect(plates.map(({ plate }) => plate)).toEqual(
      all.filter((plate) => coversDegree(degree, plate.degree)).map(({ plate }) => plate),
    );
    expect(later).toBe(0);
    const sent = JSON.stringify(plates);
    for (const other of DEGREES) {
      const isOpen = coversDegree(degree, other);
      expect(sent.includes(canary(other)), other).toBe(isOpen);
      const drawing = await member.get(`/api/plates/${planted.get(other)}`);
      expect(drawing.status).toBe(isOpen ? 200 : 404);
    }
    for (const { plate, caption } of all.filter((each) => !coversDegree(degree, each.degree))) {
      expect(sent).not.toContain(caption);
      expect((await member.get(`/api/plates/${plate}`)).status).toBe(404);
    }
    const { body: found } = await member.get<SearchPage>("/api/search?q=canarinho");
    expect(
      found.results
        .filter(({ kind }) => kind === "plate")
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(
      DEGREES.filter((other) => coversDegree(degree, other))
        .map((other) => `/pranchas?prancha=${planted.get(other)}`)
        .toSorted(),
    );
  },
);

test("of a module that is not open yet a plate is neither shown nor found, only counted", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { plates, later } = await list(member);
  const ofDegree = (await list(await reader("aprendiz"))).plates;
  const studies = studiesWithDrawings(app.services.catalogue()).filter(({ degree }) => degree === "aprendiz").length;
  expect(plates.length).toBeGreaterThan(0);
  expect(plates.length - studies).toBeLessThan(6);
  expect(plates.length + later).toBe(ofDegree.length);
  const closed = ofDegree.filter(({ plate }) => !plates.some((each) => each.plate === plate));
  for (const { plate, caption } of closed.slice(0, 3)) {
    expect((await member.get(`/api/plates/${plate}`)).status).toBe(404);
    const { body } = await member.get<SearchPage>(`/api/search?kind=plate&q=${encodeURIComponent(caption)}`);
    expect(body.results.map(({ path }) => path)).not.toContain(`/pranchas?prancha=${plate}`);
  }
});

test("a plate that stands in texts of two degrees is captioned and led from by the one that is open", async () => {
  const [above] = app.services.catalogue().modules.filter(({ degree }) => degree === "mestre");
  const html = above!.lessons.map(({ text }) => text?.html ?? "").find((each) => each.includes("Canarinho do grau de mestre"))!;
  const figure = html.match(FIGURE)!.find((each) => each.includes("Canarinho"))!;
  const first = app.services.catalogue().modules[0]!.lessons[0]!;
  const taken = figure.replace(/(?<=<figcaption><span>)[^<]*/, "A mesma, vista de baixo");
  await write(first.id, first.text!.html + taken);
  await app.services.reloadCatalogue();
  const plate = planted.get("mestre")!;
  const { plates } = await list(await app.member({ degree: "aprendiz" }));
  expect(plates.find((each) => each.plate === plate)).toMatchObject({
    caption: "A mesma, vista de baixo",
    degree: "aprendiz",
    texts: [{ title: first.title }],
  });
  expect(JSON.stringify(plates)).not.toContain("Canarinho do grau de mestre");
  const whole = (await list(await reader("mestre"))).plates.find((each) => each.plate === plate)!;
  expect(whole.texts).toHaveLength(2);
});
