import { doc, input, routes, sendEncoded } from "#app/server/http/routes.ts";
import { type Entry, entryDetail, entryList, firstPage } from "./dictionary.answers.ts";
import { readDictionary, readEntries, readEntry } from "./dictionary.service.ts";
import { entryQuery } from "./entry.schema.ts";

export const dictionaryRoutes = routes()
  .get("/dictionary", doc("Dicionário", "O começo da lista de termos", firstPage), (c) => c.json(readDictionary(c.var.ctx)))
  .get("/dictionary/entries", doc("Dicionário", "Todos os termos", entryList), (c) =>
    sendEncoded<Entry[]>(c, readEntries(c.var.ctx)),
  )
  .get("/dictionary/entry", doc("Dicionário", "Um termo", entryDetail), input("query", entryQuery), (c) =>
    c.json(readEntry(c.var.ctx, c.req.valid("query").slug)),
  );
