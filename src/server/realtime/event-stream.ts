import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { isSessionOpen } from "#app/features/account/actor.service.ts";
import { requireActor } from "../context.ts";
import type { AppEnv } from "../http/routes.ts";

export type StreamEvent = { event: string; data: object; id?: string };

/** What a stream sends. */
export type EventStreamSource = {
  topic: string;
  /** What is new since the last call, in bites, and at last nothing; null when the member may no longer follow. */
  read: () => Promise<StreamEvent[] | null>;
};

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };

/**
 * Answers with server-sent events: what the source has now, then whatever the topic's news bring. Between news a heartbeat keeps
 * proxies from closing it. Before each reading of the source, the member's session must still be open. The browser opens an ended
 * stream again by itself, with the id of the last event; only after `end` it should not.
 * @throws AppError too_many_tries
 */
export function eventStream(c: Context<AppEnv>, source: EventStreamSource): Response {
  // Hono answers HEAD by dropping the body of GET, and nobody would ever end a stream that is not read.
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { db, live, log, requestId } = c.var.ctx;
  const actor = requireActor(c.var.ctx);
  const follower = live.follow(actor.id, source.topic);
  const response = streamSSE(c, async (stream) => {
    stream.onAbort(follower.stop);
    try {
      await stream.write("retry: 2000\n\n");
      for (let reason = await send(); reason !== "end"; reason = await send())
        if (reason === "heartbeat") await stream.write(": ok\n\n");
    } catch (error) {
      // The database is away, or the socket broke: the browser comes back and catches up.
      log.warn({ err: error, requestId }, "event stream broke off");
    } finally {
      follower.stop();
    }

    /** Sends all that is new, then waits. */
    async function send() {
      for (let events = await read(); events?.length !== 0; events = await read()) {
        if (!events) {
          await stream.writeSSE({ event: "end", data: "{}" });
          return "end";
        }
        for (const { event, data, id } of events) await stream.writeSSE({ event, data: JSON.stringify(data), ...(id && { id }) });
      }
      return follower.next();
    }

    /** What the source has, or null once the member's session has ended. */
    async function read() {
      return (await isSessionOpen(db, actor.sessionId)) ? source.read() : null;
    }
  });
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}
