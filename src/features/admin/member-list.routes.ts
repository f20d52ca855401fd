import { Readable } from "node:stream";
import { media } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { memberBatchResult, memberList, memberListChoices } from "./member-list.answers.ts";
import { memberBatchInput, memberExportInput, memberListInput } from "./member-list.schema.ts";
import { actOnMembers, exportMembers, listMembers, readListChoices } from "./member-list.service.ts";

export const memberListRoutes = routes()
  .post(
    "/admin/members/list",
    doc("Administração", "Membros, por Loja, grau, estado e último acesso", memberList),
    administrators,
    input("json", memberListInput),
    async (c) => c.json(await listMembers(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/admin/members/choices",
    doc("Administração", "Lojas por que a lista se estreita", memberListChoices),
    administrators,
    async (c) => c.json(await readListChoices(c.var.ctx)),
  )
  .post(
    "/admin/members/export",
    doc("Administração", "Membros em CSV", media("text/csv")),
    administrators,
    freshProof,
    input("json", memberExportInput),
    async (c) => {
      const lines = await exportMembers(c.var.ctx, c.req.valid("json"));
      c.header("content-disposition", 'attachment; filename="membros.csv"');
      return c.body(Readable.toWeb(Readable.from(lines)) as ReadableStream, 200, { "content-type": "text/csv; charset=utf-8" });
    },
  )
  .post(
    "/admin/members/batch",
    doc("Administração", "Um ato sobre vários membros", memberBatchResult),
    administrators,
    freshProof,
    input("json", memberBatchInput),
    async (c) => c.json(await actOnMembers(c.var.ctx, c.req.valid("json"))),
  );
