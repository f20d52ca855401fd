import type { Services } from "../context.ts";

export type Sender = string | { name: string; address: string };

type Parts = Pick<Services, "env" | "settings">;

/** The sender: the name that the house chose, at the server's address; without a choice what MAIL_FROM says. */
export function senderOf({ env: { MAIL_FROM }, settings }: Parts): Sender {
  const name = settings().senderName;
  return name ? { name, address: /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM } : MAIL_FROM;
}

/** What a mail program shows as the sender: the name, or the address where there is none. */
export function nameOfSender(services: Parts): string {
  const sender = senderOf(services);
  return typeof sender === "string" ? sender.replace(/ *<[^>]*>$/, "").replaceAll('"', "") || sender : sender.name;
}
