import type { Db } from "#app/db/client.ts";
import { searchablePlaces } from "#app/features/atlas/atlas.service.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { searchableLessons } from "#app/features/courses/lessons.service.ts";
import { searchableTerms } from "#app/features/dictionary/dictionary.service.ts";
import { searchableDocuments } from "#app/features/documents/documents.service.ts";
import { searchableWorks } from "#app/features/library/library.service.ts";
import { searchablePlates } from "#app/features/plates/plates.service.ts";
import { searchableGroups } from "#app/features/reading-groups/searchable-groups.service.ts";
import { searchableStudies } from "#app/features/studies/studies.service.ts";
import { searchableDegrees } from "#app/features/york-rite/york-rite.service.ts";
import { syncKinds } from "./search-index.service.ts";

/**
 * At start, after the texts, and after each publication: what the release or an author brought, changed or took away can be found so. What members
 * and administrators write goes into the search as they write it (`indexForSearch`); of works and reading groups the start mends what is stale.
 * @returns how many rows changed
 */
export const syncSearch = (db: Db, catalogue: Catalogue): Promise<number> =>
  syncKinds(
    db,
    ["lesson", "term", "degree", "document", "study", "piece", "life", "plate", "place", "work", "group"],
    async (tx) => [
      ...searchableLessons(catalogue),
      ...searchableTerms(catalogue),
      ...searchableDegrees(),
      ...searchableDocuments(catalogue),
      ...searchableStudies(catalogue),
      ...searchablePlates(catalogue),
      ...searchablePlaces(catalogue),
      ...(await searchableWorks(tx)),
      ...(await searchableGroups(tx)),
    ],
  );
