import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import {
  announcement,
  announcementList,
  announcementPreview,
  managedList,
  published,
  recipients,
  returnedLetters,
  testLetter,
} from "./announcements.answers.ts";
import {
  announcementInput,
  announcementListInput,
  announcementParams,
  announcementPreviewInput,
  newAnnouncementInput,
  recipientsInput,
} from "./announcements.schema.ts";
import {
  changeAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  publishAnnouncement,
  readAnnouncement,
  sendTestLetter,
} from "./announcements.service.ts";
import { countRecipients } from "./audience.service.ts";
import { listManaged, pauseAnnouncement, readReturned, resumeAnnouncement } from "./letters.service.ts";

export const announcementsRoutes = routes()
  .get(
    "/announcements",
    doc("Avisos", "Os avisos da administração, do mais novo ao mais antigo", announcementList),
    input("query", announcementListInput),
    async (c) => c.json(await listAnnouncements(c.var.ctx, c.req.valid("query"))),
  )
  .get("/announcements/:id", doc("Avisos", "Um aviso", announcement), input("param", announcementParams), async (c) =>
    c.json(await readAnnouncement(c.var.ctx, c.req.valid("param").id)),
  )
  .get(
    "/admin/announcements",
    doc("Avisos", "Cartas e avisos, e até onde chegaram (administração)", managedList),
    administrators,
    input("query", announcementListInput),
    async (c) => c.json(await listManaged(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/admin/announcements/recipients",
    doc("Avisos", "A quantos uma carta chegaria (administração)", recipients),
    administrators,
    input("query", recipientsInput),
    async (c) => c.json(await countRecipients(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/admin/announcements",
    doc("Avisos", "Publicar uma carta ou um aviso (administração)", published),
    administrators,
    freshProof,
    input("json", newAnnouncementInput),
    async (c) => c.json(await publishAnnouncement(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/admin/announcements/preview",
    doc("Avisos", "Ver um texto como será lido (administração)", announcementPreview),
    administrators,
    input("json", announcementPreviewInput),
    async (c) => c.json(await previewAnnouncement(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/admin/announcements/test",
    doc("Avisos", "Enviar a carta só a quem a escreve (administração)", testLetter),
    administrators,
    input("json", announcementInput),
    async (c) => c.json(await sendTestLetter(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/admin/announcements/:id",
    doc("Avisos", "Mudar o texto (administração)", done),
    administrators,
    input("param", announcementParams),
    input("json", announcementInput),
    async (c) => {
      await changeAnnouncement(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/announcements/:id/pause",
    doc("Avisos", "Pausar um envio (administração)", done),
    administrators,
    input("param", announcementParams),
    async (c) => {
      await pauseAnnouncement(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/announcements/:id/resume",
    doc("Avisos", "Retomar um envio (administração)", done),
    administrators,
    input("param", announcementParams),
    async (c) => {
      await resumeAnnouncement(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  )
  .get(
    "/admin/announcements/:id/returned",
    doc("Avisos", "As cartas que voltaram (administração)", returnedLetters),
    administrators,
    input("param", announcementParams),
    async (c) => c.json(await readReturned(c.var.ctx, c.req.valid("param").id)),
  )
  .delete(
    "/admin/announcements/:id",
    doc("Avisos", "Tirar um aviso, ou cancelar um envio (administração)", done),
    administrators,
    input("param", announcementParams),
    async (c) => {
      await deleteAnnouncement(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  );
