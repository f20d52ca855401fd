import { hash, randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { invitations } from "#app/features/invitations/invitations.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import type { TestApp } from "#tests/support/app.ts";
import { codeOf } from "#tests/support/totp.ts";
import { knownBrowsers, profiles, sessions } from "./account.table.ts";
import { recoverPassword } from "./recovery.service.ts";
import { factors } from "./second-factor/factors.table.ts";

type Browser = ReturnType<ReturnType<typeof accountsOf>["browser"]>;
type Person = { browser: Browser; password: string; name: string; key?: string };

export const STRANGERS = [
  "stranger signs up",
  "stranger signs in",
  "stranger adds a factor",
  "stranger asks for another address",
  "stranger asks for the owner's address",
  "stranger confirms what was sent to them",
  "stranger recovers by their own address",
  "stranger undoes",
] as const;
export const OWNERS = [
  "owner presses the link",
  "owner recovers",
  "owner accepts an invitation",
  "owner adds a factor",
  "owner moves away",
  "owner undoes",
] as const;
export type Move = (typeof STRANGERS | typeof OWNERS)[number];

/** One mailbox that its owner reads, another one that the owner has as well, and one of a stranger who knows all three addresses. */
class World {
  readonly #app: TestApp;
  readonly id = randomUUID();
  readonly mailbox = `dono-${this.id}@academia.test`;
  readonly second = `dono-segundo-${this.id}@academia.test`;
  readonly strangers = `estranho-${this.id}@academia.test`;
  readonly stranger: Person;
  readonly owner: Person;

  constructor(app: TestApp) {
    const { browser } = accountsOf(app);
    this.#app = app;
    this.stranger = { browser: browser(), password: "Estranho&Nivel10x", name: "Fulano Estranho" };
    this.owner = { browser: browser(), password: "Dono&Prumo20y", name: "Sicrano Dono" };
  }

  async #links(address: string, page: string): Promise<string[]> {
    const rows = await this.#app.services.db
      .select({ text: outboxMails.text })
      .from(outboxMails)
      .where(eq(outboxMails.recipient, address))
      .orderBy(desc(outboxMails.createdAt));
    return rows.flatMap(({ text }) => new RegExp(`/${page}[?#]token=([\\w-]+)`).exec(text ?? "")?.[1] ?? []);
  }

  async #signUp({ browser: at, name: fullName, password }: Person): Promise<boolean> {
    return (await at.post("/api/account/sign-up", { fullName, email: this.mailbox, password })).status === 200;
  }

  async #recover(person: Person, address: string): Promise<void> {
    await recoverPassword.run(this.#app.services, { email: address });
    const [token] = await this.#links(address, "reset-password");
    if (!token) return;
    const { body } = await person.browser.post("/api/account/reset", { token, password: person.password });
    await this.#secondStep(person, body.next);
  }

  async #secondStep(person: Person, next: string): Promise<void> {
    if (next !== "second-factor" || !person.key) return;
    await this.#app.services.db.update(factors).set({ lastStep: null });
    await person.browser.post("/api/account/second-step", { method: "totp", code: codeOf(person.key) });
  }

  async #signIn(person: Person, address: string): Promise<void> {
    await this.#secondStep(person, (await person.browser.login(address, person.password)).body.next);
  }

  async #addFactor(person: Person): Promise<void> {
    if (person.key) return;
    const begun = await person.browser.post("/api/account/factors/totp", { name: "Celular" });
    if (begun.status !== 200) return;
    const { id, key } = begun.body;
    if ((await person.browser.post(`/api/account/factors/totp/${id}`, { code: codeOf(key) })).status === 200) person.key = key;
  }

  /** Presses every link that an address has received, and does what the page then asks for. */
  async #confirm(person: Person, address: string): Promise<void> {
    for (const token of await this.#links(address, "confirmar-email")) {
      const { body } = await person.browser.post("/api/account/address/confirm", { token });
      if (body.next === "new-password")
        await person.browser.post("/api/account/address/claim", { token, fullName: person.name, password: person.password });
    }
  }

  /** An administrator invited the mailbox, and who reads it opens the link. */
  async #accept({ browser: at, name: fullName, password }: Person): Promise<void> {
    const token = randomUUID();
    const { db } = this.#app.services;
    await db.delete(invitations).where(eq(invitations.email, this.mailbox));
    await db.insert(invitations).values({
      email: this.mailbox,
      name: fullName,
      degree: "companheiro",
      tokenHash: hash("sha256", token, "hex"),
      sentAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    await at.post("/api/invitations/accept", { token, fullName, password });
  }

  async #undo(person: Person, address: string): Promise<void> {
    for (const token of await this.#links(address, "desfazer-email"))
      await person.browser.post("/api/account/address/undo", { token });
  }

  async make(move: Move): Promise<void> {
    const { stranger, owner } = this;
    switch (move) {
      case "stranger signs up":
        await this.#signUp(stranger);
        return;
      case "stranger signs in":
        await this.#signIn(stranger, this.mailbox);
        return;
      case "stranger adds a factor":
        return this.#addFactor(stranger);
      case "stranger asks for another address":
        await stranger.browser.post("/api/account/address/change", { email: this.strangers });
        return;
      case "stranger asks for the owner's address":
        await stranger.browser.post("/api/account/address/change", { email: this.mailbox });
        return;
      case "stranger confirms what was sent to them":
        return this.#confirm(stranger, this.strangers);
      case "stranger recovers by their own address":
        return this.#recover(stranger, this.strangers);
      case "stranger undoes":
        return this.#undo(stranger, this.strangers);
      case "owner presses the link":
        return this.#confirm(owner, this.mailbox);
      case "owner recovers":
        return this.#recover(owner, this.mailbox);
      case "owner accepts an invitation":
        return this.#accept(owner);
      case "owner adds a factor":
        return this.#addFactor(owner);
      case "owner moves away":
        await owner.browser.post("/api/account/address/change", { email: this.second });
        return this.#confirm(owner, this.second);
      case "owner undoes":
        return this.#undo(owner, this.mailbox);
    }
  }

  /** The owner of the mailbox comes and does what the product tells them; then nobody else is left in the account. */
  async expectOwnersAlone(): Promise<void> {
    const { stranger, owner } = this;
    if (!(await this.#signUp(owner))) {
      await this.#undo(owner, this.mailbox);
      await this.#recover(owner, this.mailbox);
    } else await this.#confirm(owner, this.mailbox);
    const { member } = await owner.browser.session();
    expect(member).toMatchObject({ email: this.mailbox, standing: "full" });
    const { db } = this.#app.services;
    const { id: userId } = member as { id: string };

    for (const move of STRANGERS) await this.make(move);
    await this.#signIn(stranger, this.mailbox);
    expect((await stranger.browser.session()).member?.id).not.toBe(userId);
    expect((await owner.browser.session()).member).toMatchObject({ id: userId, email: this.mailbox });
    const [row] = await db.select().from(profiles).where(eq(profiles.id, userId));
    expect(row).toMatchObject({ email: this.mailbox, emailVerified: true });
    expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
    expect(await db.$count(knownBrowsers, eq(knownBrowsers.userId, userId))).toBe(1);
    const left = await db
      .select({ name: factors.name })
      .from(factors)
      .where(and(eq(factors.userId, userId)));
    expect(left.length).toBeLessThanOrEqual(owner.key ? 1 : 0);
  }
}

/** Plays the moves, then lets the owner come. */
export async function play(app: TestApp, moves: readonly Move[]): Promise<void> {
  const world = new World(app);
  for (const move of moves) await world.make(move);
  await world.expectOwnersAlone();
}
