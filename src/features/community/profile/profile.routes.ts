import { done } from "#app/server/http/answers.ts";
import { doc, routes } from "#app/server/http/routes.ts";
import { acceptRules } from "./profile.service.ts";

export const communityProfileRoutes = routes().put(
  "/community/rules",
  doc("Comunidade", "Aceitar as regras da casa", done),
  async (c) => c.json(await acceptRules(c.var.ctx)),
);
