import { readDrawings } from "#app/content/courses.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { drawingsOf, sourcesBeside } from "#app/features/courses/content/render-lesson.ts";
import { lessonsForReader } from "#app/features/courses/lessons.service.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";
import { studiesOpenTo, studiesWithDrawings, studyForReader } from "#app/features/studies/studies.service.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once, oncePer } from "#app/lib/once.ts";
import { SUBJECT_LABEL } from "#app/lib/plate-subjects.ts";
import { plateAddress } from "#app/lib/plates.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { PlateCard, PlateDrawing, PlateList } from "./plates.answers.ts";

/** Where a drawing stands, as the text captions and describes it there. */
type Place = { kind: "lesson" | "study"; id: string; degree: Degree; moduleId?: number; caption: string; description: string };

/** The drawings of this release, in their order. */
const drawings = once(() => readDrawings());

/**
 * The places of each drawing, by its number, those of the lowest degree first. By the catalogue: lessons take drawings in and leave them
 * out as they are published.
 */
const placesOf = oncePer((catalogue: Catalogue): Map<string, Place[]> => {
  const lessons = catalogue.modules.flatMap(({ id: moduleId, degree, lessons: own }) =>
    own.flatMap(({ id, text }) =>
      drawingsOf(text?.html ?? "").map(({ plate, caption, description }) => {
        const place: Place = { kind: "lesson", id, degree, moduleId, caption, description };
        return { plate, place };
      }),
    ),
  );
  const studies = studiesWithDrawings(catalogue).flatMap(({ id, degree, drawings: own }) =>
    own.map(({ slug, caption, description }) => {
      const place: Place = { kind: "study", id, degree, caption, description };
      return { plate: drawings().get(slug)!.plate, place };
    }),
  );
  const all = DEGREES.flatMap((degree) => [...lessons, ...studies].filter(({ place }) => place.degree === degree));
  const byPlate = Map.groupBy(all, ({ plate }) => plate);
  return new Map([...byPlate].map(([plate, own]) => [plate, own.map(({ place }) => place)]));
});

type OpenText = PlateCard["texts"][number] & { html: () => string };

/** Finds the text of a place when it is open to the reader, by the gates of lessons and studies themselves. */
async function openTexts(ctx: Ctx): Promise<(place: Place) => OpenText | undefined> {
  const { degree } = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const lesson = await lessonsForReader(ctx);
  const open = new Set(studiesOpenTo(catalogue, degree).map(({ id }) => id));
  const studies = new Map(studiesWithDrawings(catalogue).map((study) => [study.id, study]));
  return ({ kind, id }) => {
    if (kind === "study") {
      const study = open.has(id) ? studies.get(id) : undefined;
      const html = () => studyForReader(catalogue, id, degree)?.html ?? "";
      return study && { title: study.title, path: study.path, shelf: study.shelf, html };
    }
    const found = lesson(id);
    if (!found?.html) return undefined;
    const { title, path, shelf, html } = found;
    return { title, path, shelf, html: () => html };
  };
}

/** The drawings of the texts that the member may open; of any other nothing is said but how many their degree has. */
export async function listPlates(ctx: Ctx): Promise<PlateList> {
  const { degree } = requireActor(ctx);
  const openText = await openTexts(ctx);
  const places = placesOf(ctx.catalogue());
  const plates: PlateCard[] = [];
  let later = 0;
  for (const { plate, subject } of drawings().values()) {
    const all = places.get(plate) ?? [];
    const first = all.find(openText);
    const texts = all.flatMap((place) => {
      const text = openText(place);
      return text ? [{ title: text.title, path: text.path, shelf: text.shelf }] : [];
    });
    if (first) plates.push({ plate, caption: first.caption, subject, degree: first.degree, texts });
    else if (all.some((place) => coversDegree(degree, place.degree))) later += 1;
  }
  return { plates, later };
}

/** One drawing. @throws AppError not_found, also where no text that shows it is open to the member */
export async function readPlate(ctx: Ctx, plate: string): Promise<PlateDrawing> {
  const openText = await openTexts(ctx);
  const drawing = [...drawings().values()].find((each) => each.plate === plate);
  const place = (placesOf(ctx.catalogue()).get(plate) ?? []).find(openText);
  if (!drawing || !place) throw new AppError("not_found");
  return { svg: drawing.svg, description: place.description, sources: sourcesBeside(openText(place)!.html(), plate) };
}

/** The drawings, each for the readers of the lowest text that shows it: they are found by caption, number and what they show. */
export const searchablePlates = (catalogue: Catalogue): Searchable[] => {
  const places = placesOf(catalogue);
  return [...drawings().values()].flatMap(({ plate, subject }): Searchable[] => {
    const all = places.get(plate) ?? [];
    const lowest = all.filter(({ degree }) => degree === all[0]!.degree);
    const place = lowest.find(({ kind }) => kind === "study") ?? lowest[0];
    if (!place) return [];
    return [
      {
        kind: "plate",
        id: plate,
        degree: place.degree,
        ...(place.moduleId !== undefined && { moduleId: place.moduleId }),
        path: plateAddress(plate),
        title: place.caption,
        context: `Pr. ${plate} · ${SUBJECT_LABEL[subject]}`,
        names: [`Pr. ${plate}`],
        source: place.description,
      },
    ];
  });
};
