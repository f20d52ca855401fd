import { doc, routes } from "#app/server/http/routes.ts";
import { dashboard } from "./dashboard.answers.ts";
import { readDashboard } from "./dashboard.service.ts";

export const dashboardRoutes = routes().get("/dashboard", doc("Painel", "O painel do aluno", dashboard), async (c) =>
  c.json(await readDashboard(c.var.ctx)),
);
