import { doc, routes } from "#app/server/http/routes.ts";
import { atlas } from "./atlas.answers.ts";
import { readAtlas } from "./atlas.service.ts";

export const atlasRoutes = routes().get(
  "/atlas",
  doc("Mapa e tempo", "Documentos, dias e vidas que o grau do membro permite ler, por ano e lugar", atlas),
  (c) => c.json(readAtlas(c.var.ctx)),
);
