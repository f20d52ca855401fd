import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { communityProfileInput } from "./profile.schema.ts";
import { acceptRules, updateCommunityProfile } from "./profile.service.ts";

export const communityProfileRoutes = routes()
  .put("/community/rules", doc("Comunidade", "Aceitar as regras da casa", done), async (c) =>
    c.json(await acceptRules(c.var.ctx)),
  )
  .put(
    "/community/profile",
    doc("Comunidade", "Como o membro aparece na comunidade", done),
    input("json", communityProfileInput),
    async (c) => c.json(await updateCommunityProfile(c.var.ctx, c.req.valid("json"))),
  );
