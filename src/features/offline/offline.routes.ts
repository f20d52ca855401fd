import { doc, input, routes } from "#app/server/http/routes.ts";
import { keptPackage, leaseAnswer } from "./offline.answers.ts";
import { leaseInput, packageParams } from "./offline.schema.ts";
import { readLease, readPackage, takePackage } from "./offline.service.ts";

export const offlineRoutes = routes()
  .get(
    "/offline/lease",
    doc("Sem rede", "O prazo em que este aparelho abre o que guarda", leaseAnswer),
    input("query", leaseInput),
    async (c) => c.json(await readLease(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/offline/packages/:kind/:id",
    doc("Sem rede", "O que se guarda junto, e de que tamanho é; null onde nada se guarda", keptPackage.nullable()),
    input("param", packageParams),
    async (c) => c.json(await readPackage(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/offline/packages/:kind/:id",
    doc("Sem rede", "Levar para ler sem rede", keptPackage),
    input("param", packageParams),
    async (c) => c.json(await takePackage(c.var.ctx, c.req.valid("param"))),
  );
