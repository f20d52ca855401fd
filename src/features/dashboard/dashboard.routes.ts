import { doc, routes } from "#app/server/http/routes.ts";
import { dashboardAnswer } from "./dashboard.answers.ts";
import { readDashboard } from "./dashboard.service.ts";

export const dashboardRoutes = routes().get("/dashboard", doc("Painel", "O painel do aluno", dashboardAnswer), async (c) =>
  c.json(await readDashboard(c.var.ctx)),
);
