import { doc, routes } from "#app/server/http/routes.ts";
import { community } from "./boards.answers.ts";
import { readCommunity } from "./boards.service.ts";

export const boardsRoutes = routes().get(
  "/community",
  doc("Comunidade", "As salas, e como o membro assina", community),
  async (c) => c.json(await readCommunity(c.var.ctx)),
);
