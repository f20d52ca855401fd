import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { isSessionOpen } from "#app/features/account/actor.service.ts";
import { requireActor } from "../context.ts";
import type { AppEnv } from "../http/routes.ts";

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };

/**
 * Answers with a member's news as server-sent events: `again` when anything may be new (at the start, and after a break of the connection to
 * the database), `changed` with a subject, `end` when the browser should not come back. An ended stream is opened again by the browser
 * itself, and then begins with `again`, so that nothing is lost between two connections. Between news a heartbeat keeps proxies from closing
 * it. Before anything is sent the member's session must still be open.
 * @throws AppError too_many_tries
 */
export function eventStream(c: Context<AppEnv>): Response {
  // Hono answers HEAD by dropping the body of GET, and nobody would ever end a stream that is not read.
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { db, live, log, requestId } = c.var.ctx;
  const actor = requireActor(c.var.ctx);
  const follower = live.follow(actor.id);
  const response = streamSSE(c, async (stream) => {
    stream.onAbort(follower.stop);
    const send = (event: string, data: object = {}) => stream.writeSSE({ event, data: JSON.stringify(data) });
    try {
      await stream.write("retry: 2000\n\n");
      await send("again");
      for (let cue = await follower.next(); cue !== "end"; cue = await follower.next()) {
        if (!(await isSessionOpen(db, actor.sessionId))) return void (await send("end"));
        if (cue === "heartbeat") await stream.write(": ok\n\n");
        else if (cue === "again") await send("again");
        else for (const subject of cue.subjects) await send("changed", { subject });
      }
    } catch (error) {
      // The database is away, or the socket broke: the browser comes back and catches up.
      log.warn({ err: error, requestId }, "event stream broke off");
    } finally {
      follower.stop();
    }
  });
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}
