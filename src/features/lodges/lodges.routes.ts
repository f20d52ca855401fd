import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { joined, lodgeDetails, lodgeOptions, lodgePage, lodgeSuggestions, spellingQueue } from "./lodges.answers.ts";
import {
  activeInput,
  joinInput,
  lodgeInput,
  lodgeListInput,
  lodgeParams,
  officerInput,
  officerParams,
  spellingInput,
  suggestionInput,
} from "./lodges.schema.ts";
import {
  createLodge,
  listLodgeOptions,
  listLodges,
  readLodge,
  setLodgeActive,
  suggestLodges,
  updateLodge,
} from "./lodges.service.ts";
import { appointOfficer, endTerm } from "./officers.service.ts";
import { joinSpelling, listSpellings, partSpelling } from "./spellings.service.ts";

const TAG = "Lojas";

export const lodgesRoutes = routes()
  .get(
    "/lodges/suggestions",
    doc(TAG, "Nomes de Lojas conhecidas", lodgeSuggestions),
    input("query", suggestionInput),
    async (c) => c.json(await suggestLodges(c.var.ctx, c.req.valid("query").q)),
  )
  .get(
    "/admin/lodges",
    doc(TAG, "As Lojas e os seus oficiais", lodgePage),
    administrators,
    input("query", lodgeListInput),
    async (c) => c.json(await listLodges(c.var.ctx, c.req.valid("query"))),
  )
  .get("/admin/lodges/options", doc(TAG, "As Lojas ativas, para escolher", lodgeOptions), administrators, async (c) =>
    c.json(await listLodgeOptions(c.var.ctx)),
  )
  .post("/admin/lodges", doc(TAG, "Cadastrar uma Loja", lodgeDetails), administrators, input("json", lodgeInput), async (c) =>
    c.json(await createLodge(c.var.ctx, c.req.valid("json"))),
  )
  .get("/admin/lodges/:lodgeId", doc(TAG, "Uma Loja", lodgeDetails), administrators, input("param", lodgeParams), async (c) =>
    c.json(await readLodge(c.var.ctx, c.req.valid("param").lodgeId)),
  )
  .put(
    "/admin/lodges/:lodgeId",
    doc(TAG, "Corrigir o registro de uma Loja", lodgeDetails),
    administrators,
    input("param", lodgeParams),
    input("json", lodgeInput),
    async (c) => c.json(await updateLodge(c.var.ctx, c.req.valid("param").lodgeId, c.req.valid("json"))),
  )
  .put(
    "/admin/lodges/:lodgeId/active",
    doc(TAG, "Desativar uma Loja, ou reativá-la", lodgeDetails),
    administrators,
    freshProof,
    input("param", lodgeParams),
    input("json", activeInput),
    async (c) => c.json(await setLodgeActive(c.var.ctx, c.req.valid("param").lodgeId, c.req.valid("json").active)),
  )
  .post(
    "/admin/lodges/:lodgeId/officers",
    doc(TAG, "Registrar o mandato de um oficial", lodgeDetails),
    administrators,
    freshProof,
    input("param", lodgeParams),
    input("json", officerInput),
    async (c) => c.json(await appointOfficer(c.var.ctx, c.req.valid("param").lodgeId, c.req.valid("json"))),
  )
  .delete(
    "/admin/lodge-officers/:officerId",
    doc(TAG, "Encerrar um mandato", lodgeDetails),
    administrators,
    freshProof,
    input("param", officerParams),
    async (c) => c.json(await endTerm(c.var.ctx, c.req.valid("param").officerId)),
  )
  .get("/admin/lodge-spellings", doc(TAG, "Grafias que ninguém juntou a uma Loja", spellingQueue), administrators, async (c) =>
    c.json(await listSpellings(c.var.ctx)),
  )
  .post(
    "/admin/lodge-spellings",
    doc(TAG, "Juntar uma grafia a uma Loja", joined),
    administrators,
    input("json", joinInput),
    async (c) => c.json(await joinSpelling(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/admin/lodge-spellings/part",
    doc(TAG, "Separar uma grafia da sua Loja", joined),
    administrators,
    input("json", spellingInput),
    async (c) => c.json(await partSpelling(c.var.ctx, c.req.valid("json"))),
  );
