import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { TestApp } from "#tests/support/app.ts";
import { contactMessages } from "./contact.table.ts";

/** What the tests of the contact page do over and over. */
export function contactOf(app: TestApp) {
  let network = 0;
  /** A visitor whose tries count for themselves alone. */
  const stranger = () => {
    network += 1;
    return app.visitorFrom(`198.52.${Math.floor(network / 250)}.${network % 250}`);
  };

  /** A form filled in by a person; each subject is its own, so that a test finds its message. */
  const filled = (changes: Record<string, unknown> = {}) => ({
    name: "Joaquim Prado",
    email: "joaquim@visita.test",
    subject: `Assunto ${randomUUID()}`,
    message: "Boa noite.\n\nGostaria de saber se a biblioteca recebe doações.",
    website: "",
    elapsedMs: 42_000,
    ...changes,
  });

  const rowOf = async (subject: string) => {
    const [row] = await app.services.db.select().from(contactMessages).where(eq(contactMessages.subject, subject));
    return row;
  };

  /** Sends a message that nobody doubts, and reads it back. */
  async function sent(changes: Record<string, unknown> = {}) {
    const form = filled(changes);
    expect((await stranger().post("/api/contact", form)).status).toBe(200);
    return (await rowOf(form.subject))!;
  }
  return { stranger, filled, rowOf, sent };
}
