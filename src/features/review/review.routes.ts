import { doc, input, routes } from "#app/server/http/routes.ts";
import { answerCard, gradeCard } from "./answers.service.ts";
import { graded, reviewJudged, reviewState, settingsState } from "./review.answers.ts";
import {
  cardParams,
  deviceZoneInput,
  gradeInput,
  questionCardParams,
  reviewAnswerInput,
  reviewSettingsInput,
} from "./review.schema.ts";
import { readReview } from "./review.service.ts";
import { changeSettings, keepDeviceZone, readSettings } from "./settings.service.ts";

export const reviewRoutes = routes()
  .get("/review", doc("Revisão", "As fichas de hoje", reviewState), async (c) => c.json(await readReview(c.var.ctx)))
  .get("/review/settings", doc("Revisão", "Como o membro revê", settingsState), async (c) =>
    c.json(await readSettings(c.var.ctx)),
  )
  .put("/review/settings", doc("Revisão", "Mudar como se revê", settingsState), input("json", reviewSettingsInput), async (c) =>
    c.json(await changeSettings(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/review/time-zone",
    doc("Revisão", "Guardar o fuso do aparelho, se o membro não escolheu outro", settingsState),
    input("json", deviceZoneInput),
    async (c) => c.json(await keepDeviceZone(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/review/cards/question/:subject/answer",
    doc("Revisão", "Responder à questão de uma ficha", reviewJudged),
    input("param", questionCardParams),
    input("json", reviewAnswerInput),
    async (c) => c.json(await answerCard(c.var.ctx, c.req.valid("param").subject, c.req.valid("json"))),
  )
  .post(
    "/review/cards/:kind/:subject/grade",
    doc("Revisão", "Dizer como foi uma ficha", graded),
    input("param", cardParams),
    input("json", gradeInput),
    async (c) => {
      const { kind, subject } = c.req.valid("param");
      return c.json(await gradeCard(c.var.ctx, kind, subject, c.req.valid("json")));
    },
  );
