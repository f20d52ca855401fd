import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { week } from "./week.answers.ts";
import { stepInput, stepParams } from "./week.schema.ts";
import { readWeek, takeStep } from "./week.service.ts";

export const weekRoutes = routes()
  .get("/week", doc("Semana", "O caminho desta semana, e as semanas passadas", week), async (c) =>
    c.json(await readWeek(c.var.ctx)),
  )
  .put(
    "/week/steps/:step",
    doc("Semana", "Dizer que um passo da semana foi dado, ou que não foi", done),
    input("param", stepParams),
    input("json", stepInput),
    async (c) => c.json(await takeStep(c.var.ctx, c.req.valid("param").step, c.req.valid("json"))),
  );
