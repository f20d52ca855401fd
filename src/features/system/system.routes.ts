import { doc, routes } from "#app/server/http/routes.ts";
import { lettersRetried, systemState } from "./system.answers.ts";
import { readSystem, retryLetters } from "./system.service.ts";

/** Both verbs ask for an administrator. */
export const systemRoutes = routes()
  .get("/admin/system", doc("Administração", "Avisos, cópias de segurança, filas e disco", systemState), async (c) =>
    c.json(await readSystem(c.var.ctx)),
  )
  .post("/admin/system/letters/retry", doc("Administração", "Tentar já as cartas que esperam", lettersRetried), async (c) =>
    c.json(await retryLetters(c.var.ctx)),
  );
