import { doc, routes } from "#app/server/http/routes.ts";
import { listStuckLetters } from "./letters.service.ts";
import { stuckLetters, systemState, tasksRetried } from "./system.answers.ts";
import { readSystem, retryTasks } from "./system.service.ts";

/** All verbs ask for an administrator. */
export const systemRoutes = routes()
  .get("/admin/system", doc("Administração", "Avisos, cópias de segurança, filas e disco", systemState), async (c) =>
    c.json(await readSystem(c.var.ctx)),
  )
  .get("/admin/letters", doc("Administração", "As cartas que não chegam", stuckLetters), async (c) =>
    c.json(await listStuckLetters(c.var.ctx)),
  )
  .post(
    "/admin/system/tasks/retry",
    doc("Administração", "Tentar já as cartas e tarefas que falharam", tasksRetried),
    async (c) => c.json(await retryTasks(c.var.ctx)),
  );
