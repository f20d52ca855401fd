import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { auditLogPage } from "./audit.answers.ts";
import { auditLogInput } from "./audit.schema.ts";
import { readAuditLog } from "./audit.service.ts";

export const auditRoutes = routes().get(
  "/admin/audit-log",
  doc("Administração", "Registro de ações", auditLogPage),
  administrators,
  input("query", auditLogInput),
  async (c) => c.json(await readAuditLog(c.var.ctx, c.req.valid("query"))),
);
