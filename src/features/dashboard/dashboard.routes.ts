import { doc, routes } from "../../server/http/routes.ts";
import { readDashboard } from "./dashboard.service.ts";

export const dashboardRoutes = routes().get("/dashboard", doc("Painel", "O painel do aluno"), async (c) =>
  c.json(await readDashboard(c.var.ctx)),
);
