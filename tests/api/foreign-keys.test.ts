import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";

const app = testApp();

/**
 * Who deletes a row has every table that refers to it looked through for it: by an index that begins with the columns of the foreign key, or else whole. An
 * index of some rows does only where all that it leaves out are null.
 */
const WITHOUT_INDEX = `
  select k.conrelid::regclass::text || '.' || a.attname || ' → ' || k.confrelid::regclass::text as key, k.confrelid::regclass::text as target
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
    select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
  order by 1`;

/** No program deletes rows of these: texts are retired, and conversations hidden, as others refer to them. */
const NEVER_DELETED = ["community_boards", "community_topics", "lessons", "modules", "question_options", "questions"];

test("a deletion finds the rows that refer to what is deleted by an index", async () => {
  const found = await app.asOwner(WITHOUT_INDEX);
  expect(found.filter(({ target }) => !NEVER_DELETED.includes(target)).map(({ key }) => key)).toEqual([]);
});
