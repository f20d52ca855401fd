import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { house, settingsPage } from "./settings.answers.ts";
import { settingInput, settingParams } from "./settings.schema.ts";
import { changeSetting, readHouse, readSettings } from "./settings.service.ts";

export const settingsRoutes = routes()
  .get("/house", doc("Configurações", "Quem responde pelos dados da casa", house), (c) => c.json(readHouse(c.var.ctx)))
  .get("/admin/settings", doc("Configurações", "As decisões da casa", settingsPage), administrators, async (c) =>
    c.json(await readSettings(c.var.ctx)),
  )
  .put(
    "/admin/settings/:key",
    doc("Configurações", "Mudar uma decisão da casa", settingsPage),
    administrators,
    freshProof,
    input("param", settingParams),
    input("json", settingInput),
    async (c) => c.json(await changeSetting(c.var.ctx, c.req.valid("param").key, c.req.valid("json").value)),
  );
