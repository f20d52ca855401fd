import { doc, input, routes } from "../../server/http/routes.ts";
import { subscribeInput } from "./newsletter.schema.ts";
import { subscribe } from "./newsletter.service.ts";

export const newsletterRoutes = routes().post(
  "/newsletter",
  doc("Boletim", "Pedir o boletim"),
  input("json", subscribeInput),
  async (c) => {
    await subscribe(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  },
);
