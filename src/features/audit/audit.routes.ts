import { Readable } from "node:stream";
import { media } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { auditLogPage } from "./audit.answers.ts";
import { auditExportInput, auditSearchInput } from "./audit.schema.ts";
import { exportAuditLog, searchAuditLog } from "./audit-search.service.ts";

export const auditRoutes = routes()
  .post(
    "/admin/audit-log/search",
    doc("Administração", "Registro de ações", auditLogPage),
    administrators,
    input("json", auditSearchInput),
    async (c) => c.json(await searchAuditLog(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/admin/audit-log/export",
    doc("Administração", "Registro de ações em CSV", media("text/csv")),
    administrators,
    freshProof,
    input("json", auditExportInput),
    async (c) => {
      const lines = await exportAuditLog(c.var.ctx, c.req.valid("json"));
      c.header("content-disposition", 'attachment; filename="registro-de-acoes.csv"');
      return c.body(Readable.toWeb(Readable.from(lines)) as ReadableStream, 200, { "content-type": "text/csv; charset=utf-8" });
    },
  );
