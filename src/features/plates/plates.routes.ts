import { doc, input, routes } from "#app/server/http/routes.ts";
import { plateDrawing, plateList } from "./plates.answers.ts";
import { plateParams } from "./plates.schema.ts";
import { listPlates, readPlate } from "./plates.service.ts";

export const platesRoutes = routes()
  .get("/plates", doc("Pranchas", "As pranchas dos textos abertos ao membro", plateList), async (c) =>
    c.json(await listPlates(c.var.ctx)),
  )
  .get("/plates/:plate", doc("Pranchas", "O desenho de uma prancha", plateDrawing), input("param", plateParams), async (c) =>
    c.json(await readPlate(c.var.ctx, c.req.valid("param").plate)),
  );
