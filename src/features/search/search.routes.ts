import { doc, input, routes } from "#app/server/http/routes.ts";
import { searchBrief, searchPage } from "./search.answers.ts";
import { briefInput, searchInput } from "./search.schema.ts";
import { searchAll, searchBriefly } from "./search.service.ts";

export const searchRoutes = routes()
  .get("/search", doc("Busca", "Tudo o que se encontra, página por página", searchPage), input("query", searchInput), async (c) =>
    c.json(await searchAll(c.var.ctx, c.req.valid("query"))),
  )
  .get("/search/brief", doc("Busca", "O melhor de cada tipo", searchBrief), input("query", briefInput), async (c) =>
    c.json(await searchBriefly(c.var.ctx, c.req.valid("query").q)),
  );
