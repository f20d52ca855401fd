import { eq } from "drizzle-orm";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { firstName } from "#app/lib/text.ts";
import type { Ctx } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { networkOf } from "#app/server/limits.ts";
import type { Letter } from "#app/server/mail/letter.ts";
import { sendMail } from "#app/server/mail/outbox.ts";
import { looksAutomated } from "./contact.policy.ts";
import type { ContactInput } from "./contact.schema.ts";
import { contactMessages } from "./contact.table.ts";

/**
 * Keeps a message and writes to every administrator about it. One that looks automated is set aside without a letter; the
 * answer does not tell.
 * @throws AppError too_many_tries
 */
export async function sendMessage(ctx: Ctx, { website, elapsedMs, ...message }: ContactInput): Promise<void> {
  await ctx.limits.take("publicForm", `contact ${networkOf(ctx.ip)}`);
  const suspect = looksAutomated({ website, elapsedMs });
  await ctx.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values({ ...message, suspect, userId: ctx.actor?.id });
    if (suspect) return;
    const administrators = await tx
      .select({ email: profiles.email, name: profiles.name })
      .from(userRoles)
      .innerJoin(profiles, eq(profiles.id, userRoles.userId))
      .where(eq(userRoles.role, "admin"));
    for (const administrator of administrators) {
      const letter = messageLetter(ctx, administrator.name, message, ctx.actor !== null);
      await sendMail(ctx, tx, "contact-message", administrator.email, letter, { replyTo: message.email });
    }
  });
}

type Written = Pick<ContactInput, "name" | "email" | "subject" | "message">;

/** What strangers wrote stands in the body only; the subject of the letter is ours. */
function messageLetter(ctx: Ctx, administrator: string, { name, email, subject, message }: Written, fromMember: boolean): Letter {
  const origin = fromMember
    ? "Foi escrita de dentro de uma conta da Academia."
    : "Foi escrita sem entrar em uma conta: nome e endereço são os que a pessoa informou.";
  return {
    subject: "Nova mensagem pelo site",
    greeting: `Olá, ${firstName(administrator)}.`,
    paragraphs: [
      "Chegou uma mensagem pela página de contato.",
      `De: ${name} (${email})`,
      `Assunto: ${subject}`,
      ...message.split("\n").filter((paragraph) => paragraph.trim() !== ""),
      origin,
    ],
    action: { label: "Abrir no painel", url: `${publicAddress(ctx.env)}/admin?aba=contato` },
    footer: `Ao responder a este e-mail, você escreve para ${email}. Depois, marque a mensagem como resolvida no painel.`,
  };
}
