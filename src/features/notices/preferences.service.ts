import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { noticePreferences, pushSubscriptions } from "#app/server/notify/notices.table.ts";
import { type Preferences as Chosen, channelOf, preferencesOf } from "#app/server/notify/preferences.ts";
import { TOPIC_RULES, type Topic } from "#app/server/notify/topics.ts";
import { readUnsubscribeToken } from "#app/server/notify/unsubscribe.ts";
import type { Preferences } from "./notices.answers.ts";
import type { PreferencesInput, PushInput } from "./notices.schema.ts";

/** Devices of one member that may be woken. */
const MOST_DEVICES = 10;

/** What a member is asked about, in the registry's order. */
const topicsOf = ({ role }: Pick<Actor, "role">): Topic[] =>
  (Object.keys(TOPIC_RULES) as Topic[]).filter((topic) => {
    const { channel, administrators } = TOPIC_RULES[topic];
    return channel !== "fixed" && (!administrators || role === "admin");
  });

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

async function load(db: Db, userId: string): Promise<Chosen> {
  const [row] = await db.select().from(noticePreferences).where(eq(noticePreferences.userId, userId));
  return preferencesOf(row ?? null);
}

/** How the member is told of each topic, and when not. */
export async function readPreferences(ctx: Ctx): Promise<Preferences> {
  const actor = requireActor(ctx);
  return presentPreferences(ctx, actor, await load(ctx.db, actor.id));
}

function presentPreferences(ctx: Ctx, actor: Actor, chosen: Chosen): Preferences {
  return {
    topics: topicsOf(actor).map((topic) => {
      const { label, description = null } = TOPIC_RULES[topic];
      return { topic, label, description, channel: channelOf(topic, chosen) };
    }),
    quiet: chosen.quiet && { from: timeOf(chosen.quiet.from), to: timeOf(chosen.quiet.to) },
    timeZone: chosen.timeZone,
    pushKey: ctx.push.publicKey,
  };
}

/** Changes what is given and leaves the rest. Of two changes at once each keeps its own. @throws AppError invalid_input for a topic that is not asked about */
export async function changePreferences(ctx: Ctx, { channels = {}, quiet, timeZone }: PreferencesInput): Promise<Preferences> {
  const actor = requireActor(ctx);
  const asked = new Set<string>(topicsOf(actor));
  const unknown = Object.keys(channels).find((topic) => !asked.has(topic));
  if (unknown !== undefined)
    throw new AppError("invalid_input", { fields: { channels: "Recarregue a página: um destes assuntos já não existe." } });
  const chosen = await save(ctx.db, actor.id, (before) => ({
    channels: { ...before.channels, ...channels },
    quiet: quiet === undefined ? before.quiet : quiet && { from: minuteOf(quiet.from), to: minuteOf(quiet.to) },
    timeZone: timeZone ?? before.timeZone,
  }));
  return presentPreferences(ctx, actor, chosen);
}

/** Writes what a change makes of what was chosen before. Changes of one member go one after the other. */
const save = (db: Db, userId: string, change: (before: Chosen) => Chosen): Promise<Chosen> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notice-preferences:${userId}`}, 0))`);
    const chosen = change(await load(tx, userId));
    const { channels, quiet, timeZone } = chosen;
    const row = { channels, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, timeZone, updatedAt: sql`now()` };
    await tx
      .insert(noticePreferences)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: noticePreferences.userId, set: row });
    return chosen;
  });

/**
 * Takes a member off the letters of a topic, or off the day's letter, by the signed address in every letter: what they would have got by
 * mail stays under their bell. Doing it twice, or for an account that is gone, changes nothing and is no error.
 * @throws AppError link_invalid when the address is not ours
 */
export async function leaveLetters(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const read = readUnsubscribeToken(ctx.env, token);
  if (!read) throw new AppError("link_invalid", { message: "Este link não é válido. Abra-o de novo a partir do e-mail." });
  const { memberId, leaving } = read;
  const { rowCount } = await ctx.db.execute(sql`select from profiles where id = ${memberId}`);
  if (rowCount === 0) return;
  await save(ctx.db, memberId, (before) => {
    const left = (Object.keys(TOPIC_RULES) as Topic[]).filter((topic) =>
      leaving === "digest" ? channelOf(topic, before) === "digest" : topic === leaving,
    );
    return { ...before, channels: { ...before.channels, ...Object.fromEntries(left.map((topic) => [topic, "here"])) } };
  });
}

/**
 * Lets this browser be woken, until its session ends. A browser belongs to whoever allowed it last.
 * @throws AppError conflict beyond ten devices
 */
export async function allowPush(ctx: Ctx, { endpoint }: PushInput): Promise<void> {
  const { id: userId, sessionId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push:${userId}`}, 0))`);
    await tx
      .insert(pushSubscriptions)
      .values({ userId, sessionId, endpoint })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, sessionId, toldNotice: null } });
    const [own] = await tx.select({ devices: count() }).from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    if (own!.devices > MOST_DEVICES)
      throw new AppError("conflict", {
        message: "Já há dez aparelhos com avisos. Encerre a sessão em um deles, em Minha conta, e tente de novo.",
      });
  });
}

/** This browser is not woken any more. */
export async function forbidPush(ctx: Ctx, { endpoint }: PushInput): Promise<void> {
  const { id } = requireActor(ctx);
  await ctx.db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, id)));
}
