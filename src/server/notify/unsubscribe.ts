import { type Env, publicAddress } from "../env.ts";
import { readSigned, signText } from "../seal.ts";
import { TOPIC_RULES, type Topic } from "./topics.ts";

/** What a letter's own button takes off: the letters of a topic, or the day's letter. */
export type Leaving = Topic | "digest";

type Secret = Pick<Env, "AUTH_SECRET">;

const isLeaving = (text: string): text is Leaving =>
  text === "digest" || (text in TOPIC_RULES && TOPIC_RULES[text as Topic].channel !== "fixed");

const PURPOSE = "notice unsubscribe";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The token of a letter's way to leave. It says whom and what, and is signed: nothing of it is stored and it never runs out, as a letter may be opened
 * years later. It takes off letters, and gives nothing else.
 */
export const unsubscribeToken = (env: Secret, memberId: string, leaving: Leaving): string =>
  signText(env, PURPOSE, `${memberId}.${leaving}`);

/** The address that a mail program calls when its reader presses "leave" (RFC 8058). */
export const unsubscribeUrl = (env: Env, memberId: string, leaving: Leaving): string =>
  `${publicAddress(env)}/api/notices/one-click?token=${unsubscribeToken(env, memberId, leaving)}`;

/** Whom and what a token takes off; undefined when it is not ours. */
export function readUnsubscribeToken(env: Secret, token: string): { memberId: string; leaving: Leaving } | undefined {
  const [memberId = "", leaving = ""] = readSigned(env, PURPOSE, token)?.split(".") ?? [];
  return UUID.test(memberId) && isLeaving(leaving) ? { memberId, leaving } : undefined;
}
