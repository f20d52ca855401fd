import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { studiesOpenTo } from "#app/features/studies/studies.service.ts";
import { searchableDegrees } from "#app/features/york-rite/york-rite.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { once } from "#app/lib/once.ts";
import { SORT, studyAddress } from "#app/lib/study-sorts.ts";
import type { Card } from "./posts.answers.ts";

/** A page of the academy that a post links to. */
export type CardRef = { kind: Card["kind"]; id: string };

const degrees = once(() => new Map(searchableDegrees().map((each) => [each.id, each])));

/** A page of the academy as a card; undefined where it does not exist for a reader of this degree. */
export function cardFor({ kind, id }: CardRef, catalogue: Catalogue, degree: Degree): Card | undefined {
  switch (kind) {
    case "lesson": {
      const lesson = catalogue.lessonById.get(id);
      const module = lesson && catalogue.byId.get(lesson.moduleId);
      if (!module || !coversDegree(degree, module.degree)) return undefined;
      const { moduleId, number, title } = lesson;
      return { kind, path: `/modulo/${moduleId}/licao/${number}`, title, shelf: `${module.title} · lição ${number}` };
    }
    case "study": {
      const study = studiesOpenTo(catalogue, degree).find((each) => each.id === id);
      return study && { kind, path: studyAddress(study), title: study.title, shelf: SORT[study.sort].shelf };
    }
    case "document": {
      const document = readableIn(catalogue, degree).find((each) => each.id === id);
      return document && { kind, path: `/documentos/${id}`, title: document.title, shelf: "Documentos" };
    }
    case "term": {
      const [term] = termsBySlug(catalogue, [id]);
      return term && { kind, path: `/dicionario/${id}`, title: term.term, shelf: "Dicionário" };
    }
    case "degree": {
      const found = degrees().get(id);
      return found && { kind, path: found.path, title: found.title, shelf: found.context };
    }
  }
}

/** The page of the academy that a path of this site leads to, by its address alone. */
export function refOfPath(path: string, catalogue: Catalogue): CardRef | undefined {
  const lesson = /^\/modulo\/(\d{1,3})\/licao\/(\d{1,3})$/.exec(path);
  if (lesson) {
    const found = catalogue.byId.get(Number(lesson[1]))?.lessons.find(({ number }) => number === Number(lesson[2]));
    return found && { kind: "lesson", id: found.id };
  }
  const [, shelf, id] = /^\/(estudos|pecas|vidas|documentos|dicionario)\/([a-z0-9-]{1,100})$/.exec(path) ?? [];
  if (shelf && id)
    return { kind: ({ documentos: "document", dicionario: "term" } as const)[shelf as "documentos"] ?? "study", id };
  const degree = /^\/rito-york(?:\?[^#]*)?#grau-(\d{1,2})$/.exec(path);
  return degree ? { kind: "degree", id: degree[1]! } : undefined;
}
