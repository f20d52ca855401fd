import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { announcement, announcementList, announcementPreview } from "./announcements.answers.ts";
import {
  announcementInput,
  announcementListInput,
  announcementParams,
  announcementPreviewInput,
  newAnnouncementInput,
} from "./announcements.schema.ts";
import {
  changeAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  publishAnnouncement,
  readAnnouncement,
} from "./announcements.service.ts";

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
  .post(
    "/announcements",
    doc("Avisos", "Publicar um aviso (administração)", announcement),
    administrators,
    freshProof,
    input("json", newAnnouncementInput),
    async (c) => c.json(await publishAnnouncement(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/announcements/preview",
    doc("Avisos", "Ver um aviso como será lido (administração)", announcementPreview),
    administrators,
    input("json", announcementPreviewInput),
    async (c) => c.json(await previewAnnouncement(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/announcements/:id",
    doc("Avisos", "Mudar um aviso (administração)", announcement),
    administrators,
    input("param", announcementParams),
    input("json", announcementInput),
    async (c) => c.json(await changeAnnouncement(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/announcements/:id",
    doc("Avisos", "Tirar um aviso (administração)", done),
    administrators,
    input("param", announcementParams),
    async (c) => {
      await deleteAnnouncement(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  );
