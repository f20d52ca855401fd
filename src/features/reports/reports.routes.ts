import { requireOfficer } from "#app/server/context.ts";
import { administrators, doc, input, only, routes } from "#app/server/http/routes.ts";
import { report } from "./reports.answers.ts";
import { ownReportInput, reportInput } from "./reports.schema.ts";
import { readOwnReport, readReport } from "./reports.service.ts";

const TAG = "Relatórios";

const officers = only(requireOfficer);

export const reportRoutes = routes()
  .get(
    "/admin/reports",
    doc(TAG, "Como se estuda na academia, por Loja, grau, módulo e período", report),
    administrators,
    input("query", reportInput),
    async (c) => c.json(await readReport(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/own-lodge/report",
    doc(TAG, "O mesmo da própria Loja, para um oficial dela", report),
    officers,
    input("query", ownReportInput),
    async (c) => c.json(await readOwnReport(c.var.ctx, c.req.valid("query"))),
  );
