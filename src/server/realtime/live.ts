import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";

/** The PostgreSQL channel on which processes tell each other that members have news. Only ids travel, never words. */
export const LIVE_CHANNEL = "live";

/**
 * Tells the open pages of some members, in every process, when the caller's transaction commits, that a subject has news. They ask for what
 * is new by the way that everybody asks, so that the right to see it is judged there alone.
 * @param subject what changed, by kind and id, such as `mentoring:<id>`
 */
export const announce = (db: Db, memberIds: string[], subject: string) =>
  db.execute(
    sql`select pg_notify(${LIVE_CHANNEL}, member || ' ' || ${subject}) from unnest(${sql.param(memberIds)}::text[]) as member`,
  );

/**
 * The same for those whom a query names.
 * @param name of the statement, which each connection prepares
 * @param news SQL of members' ids and subjects, in columns `id` and `subject`
 */
export const announceSelected = (db: Db, name: string, news: SQL, values: Record<string, unknown>) =>
  db
    .select({ told: sql`pg_notify(${LIVE_CHANNEL}, news.id || ' ' || news.subject)` })
    .from(sql`(${news}) news`)
    .prepare(name)
    .execute(values);

/** How often an open stream shows that it is alive, and asks whether it still may be. */
const HEARTBEAT_MS = 25_000;
/** Streams that one member may hold open in one process: some devices, some tabs. */
const STREAMS_PER_MEMBER = 8;

/** What a stream should do: tell of these subjects, tell that anything may be new, show that it is alive, or end. */
export type Cue = { subjects: Set<string> } | "again" | "heartbeat" | "end";

export type Follower = {
  /** Waits for the next cue. What came since the last wait is returned at once. */
  next: () => Promise<Cue>;
  /** Ends the following; safe to call twice. */
  stop: () => void;
};

export type Live = {
  /** Follows a member's news. @throws AppError too_many_tries beyond what one member may hold open */
  follow: (memberId: string) => Follower;
  /** A member and a subject, as `announce` sends them; null reaches everybody, because news may have been missed while the connection was lost. */
  publish: (news: string | null) => void;
  /** Ends all streams, and every later one at once: the process is stopping. */
  close: () => void;
};

/** What joins the news of the database with the streams that are open in this process. */
export function openLive(heartbeatMs = HEARTBEAT_MS): Live {
  const followers = new Map<string, Set<Signal>>();
  let closed = false;
  const everybody = () => [...followers.values()].flatMap((signals) => [...signals]);
  return {
    follow: (memberId) => {
      const signals = followers.get(memberId) ?? new Set();
      if (signals.size >= STREAMS_PER_MEMBER) throw new AppError("too_many_tries", { retryAfterSeconds: 60 });
      const signal = createSignal(heartbeatMs);
      followers.set(memberId, signals.add(signal));
      if (closed) signal.end();
      return {
        next: signal.next,
        stop: () => {
          signal.end();
          signals.delete(signal);
          if (signals.size === 0 && followers.get(memberId) === signals) followers.delete(memberId);
        },
      };
    },
    publish: (news) => {
      if (news === null) for (const signal of everybody()) signal.again();
      else {
        const [memberId = "", subject = ""] = news.split(" ");
        for (const signal of followers.get(memberId) ?? []) signal.news(subject);
      }
    },
    close: () => {
      closed = true;
      for (const signal of everybody()) signal.end();
    },
  };
}

type Signal = { news: (subject: string) => void; again: () => void; end: () => void; next: () => Promise<Cue> };

/** One waiting stream: news that comes while it is busy is kept until it waits again. */
function createSignal(heartbeatMs: number): Signal {
  let subjects = new Set<string>();
  let missed = false;
  let ended = false;
  let waiting: ((cue: Cue) => void) | undefined;
  const tell = () => {
    const cue: Cue | undefined = ended ? "end" : missed ? "again" : subjects.size > 0 ? { subjects } : undefined;
    if (!cue || !waiting) return;
    subjects = new Set();
    missed = false;
    waiting(cue);
  };
  return {
    news: (subject) => {
      subjects.add(subject);
      tell();
    },
    again: () => {
      missed = true;
      tell();
    },
    end: () => {
      ended = true;
      tell();
    },
    next: () =>
      new Promise<Cue>((resolve) => {
        const beat = setTimeout(() => waiting?.("heartbeat"), heartbeatMs);
        waiting = (cue) => {
          clearTimeout(beat);
          waiting = undefined;
          resolve(cue);
        };
        tell();
      }),
  };
}
