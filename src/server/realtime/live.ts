import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";

/** The PostgreSQL channel on which processes tell each other that a topic has news. Only the topic travels, never its words. */
export const LIVE_CHANNEL = "live";

/** Tells every process, when the caller's transaction commits, that a topic has news: its followers look it up in the table. */
export const announce = (db: Db, topic: string) => db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${topic})`);

/** How often an open stream shows that it is alive, and asks whether it still may be. */
const HEARTBEAT_MS = 25_000;
/** Streams that one member may hold open in one process: some devices, some tabs. */
const STREAMS_PER_MEMBER = 8;

/** Why a follower should look, or stop. */
export type LookReason = "news" | "heartbeat" | "end";

export type Follower = {
  /** Waits for the next reason to look. News that came since the last wait is returned at once. */
  next: () => Promise<LookReason>;
  /** Ends the following; safe to call twice. */
  stop: () => void;
};

export type Live = {
  /** Follows a topic for a member. @throws AppError too_many_tries beyond what one member may hold open */
  follow: (memberId: string, topic: string) => Follower;
  /** News of a topic; null reaches everybody, because news may have been missed while the connection was lost. */
  publish: (topic: string | null) => void;
  /** Ends all streams, and every later one at once: the process is stopping. */
  close: () => void;
};

/** What joins the news of the database with the streams that are open in this process. */
export function openLive(heartbeatMs = HEARTBEAT_MS): Live {
  const followers = new Map<string, Set<Signal>>();
  const held = new Map<string, number>();
  let closed = false;

  const signalsOf = (topic: string | null): Iterable<Signal> =>
    topic === null ? [...followers.values()].flatMap((set) => [...set]) : (followers.get(topic) ?? []);

  return {
    follow: (memberId, topic) => {
      const streams = held.get(memberId) ?? 0;
      if (streams >= STREAMS_PER_MEMBER) throw new AppError("too_many_tries", { retryAfterSeconds: 60 });
      held.set(memberId, streams + 1);
      const signal = createSignal(heartbeatMs);
      const set = followers.get(topic) ?? new Set();
      followers.set(topic, set.add(signal));
      if (closed) signal.end();
      let stopped = false;
      return {
        next: signal.next,
        stop: () => {
          signal.end();
          if (stopped) return;
          stopped = true;
          set.delete(signal);
          if (set.size === 0) followers.delete(topic);
          const left = held.get(memberId)! - 1;
          if (left === 0) held.delete(memberId);
          else held.set(memberId, left);
        },
      };
    },
    publish: (topic) => {
      for (const signal of signalsOf(topic)) signal.news();
    },
    close: () => {
      closed = true;
      for (const signal of signalsOf(null)) signal.end();
    },
  };
}

type Signal = { news: () => void; end: () => void; next: () => Promise<LookReason> };

/** One waiting stream: news that comes while it is busy is kept until it waits again. */
function createSignal(heartbeatMs: number): Signal {
  let fresh = false;
  let ended = false;
  let waiting: ((reason: LookReason) => void) | undefined;
  const tell = () => {
    const reason = ended ? "end" : fresh ? "news" : undefined;
    if (!reason || !waiting) return;
    fresh = false;
    waiting(reason);
  };
  return {
    news: () => {
      fresh = true;
      tell();
    },
    end: () => {
      ended = true;
      tell();
    },
    next: () =>
      new Promise<LookReason>((resolve) => {
        const beat = setTimeout(() => waiting?.("heartbeat"), heartbeatMs);
        waiting = (reason) => {
          clearTimeout(beat);
          waiting = undefined;
          resolve(reason);
        };
        tell();
      }),
  };
}
