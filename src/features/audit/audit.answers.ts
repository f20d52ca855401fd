import { z } from "zod";
import { moment } from "#app/server/http/answers.ts";

/** One line of the log. Names are those of today; of members who are gone only "Membro removido" is left. */
const auditEntry = z.strictObject({ id: z.int(), at: moment, actor: z.string(), text: z.string() });
export type AuditEntry = z.output<typeof auditEntry>;

export const auditLogPage = z.strictObject({ entries: z.array(auditEntry), next: z.string().nullable() });
export type AuditLogPage = z.output<typeof auditLogPage>;
