import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { mentorDay } from "./day.answers.ts";
import { noteMentee, readMentorDay } from "./day.service.ts";
import { agenda, freeHours, heldHour } from "./hours.answers.ts";
import { agendaInput, holdInput, memberParams, noteInput, profileInput } from "./hours.schema.ts";
import { holdHour, readAgenda, readFreeHours, saveAgenda, saveProfile } from "./hours.service.ts";

export const hoursRoutes = routes()
  .get("/mentoring/day", doc("Mentoria", "O dia do mentor", mentorDay), async (c) => c.json(await readMentorDay(c.var.ctx)))
  .put(
    "/mentoring/mentees/:userId/note",
    doc("Mentoria", "Guardar o que o mentor anota sobre um aprendiz", done),
    input("param", memberParams),
    input("json", noteInput),
    async (c) => {
      await noteMentee(c.var.ctx, c.req.valid("param").userId, c.req.valid("json").body);
      return c.json({ ok: true });
    },
  )
  .get("/mentoring/agenda", doc("Mentoria", "As próprias horas e o próprio perfil (mentor)", agenda), async (c) =>
    c.json(await readAgenda(c.var.ctx)),
  )
  .put(
    "/mentoring/agenda",
    doc("Mentoria", "Guardar as próprias horas (mentor)", agenda),
    input("json", agendaInput),
    async (c) => c.json(await saveAgenda(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/mentoring/profile",
    doc("Mentoria", "Guardar o próprio perfil (mentor)", agenda),
    input("json", profileInput),
    async (c) => c.json(await saveProfile(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/mentoring/mentors/:userId/hours",
    doc("Mentoria", "As próximas horas livres de um mentor", freeHours),
    input("param", memberParams),
    async (c) => c.json(await readFreeHours(c.var.ctx, c.req.valid("param").userId)),
  )
  .post(
    "/mentoring/mentors/:userId/hold",
    doc("Mentoria", "Guardar uma hora enquanto se escreve o pedido", heldHour),
    input("param", memberParams),
    input("json", holdInput),
    async (c) => c.json(await holdHour(c.var.ctx, c.req.valid("param").userId, c.req.valid("json").startsAt)),
  );
