import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { BOOK, ITEMS } from "#tests/support/uploads.ts";
import type { LibraryRecord } from "../library.answers.ts";
import { libraryItems } from "../library.table.ts";
import { rerenderEdited } from "./rerender-edited.ts";
import { syncLibrary } from "./sync-library.ts";

const app = testApp();

describe("the content folder", () => {
  const sync = () => syncLibrary(app.services.db, app.services.catalogue());
  const bySlug = async (slug: string) =>
    (await app.services.db.select().from(libraryItems).where(eq(libraryItems.slug, slug)))[0];
  const set = (slug: string, values: Partial<typeof libraryItems.$inferInsert>) =>
    app.services.db.update(libraryItems).set(values).where(eq(libraryItems.slug, slug));

  test("changes nothing when nothing changed, also when several start together", async () => {
    expect(await Promise.all([sync(), sync(), sync()])).toEqual([0, 0, 0]);
  });

  test("brings a changed item up to date, keeping its id and its place", async () => {
    const before = await bySlug("poema-regius");
    await set("poema-regius", { title: "Velho", sourceHash: "velho" });
    expect(await sync()).toBe(1);
    const after = await bySlug("poema-regius");
    expect(after).toMatchObject({ id: before!.id, title: "Poema Regius (Manuscrito Halliwell)", createdAt: before!.createdAt });
  });

  test("leaves alone what an administrator edited", async () => {
    const member = await app.member({ role: "admin" });
    const { id } = (await bySlug("ahiman-rezon"))!;
    const { body } = await member.get<LibraryRecord>(`${ITEMS}/${id}`);
    await member.put(`${ITEMS}/${id}`, { ...BOOK, title: "Ahiman Rezon, revisto", version: body.version });
    await set("ahiman-rezon", { sourceHash: "velho" });
    expect(await sync()).toBe(0);
    expect((await bySlug("ahiman-rezon"))!.title).toBe("Ahiman Rezon, revisto");
  });

  test("does not bring back what an administrator deleted", async () => {
    const member = await app.member({ role: "admin" });
    const { id } = (await bySlug("morals-and-dogma"))!;
    expect((await member.delete(`${ITEMS}/${id}`)).status).toBe(200);
    expect(await sync()).toBe(0);
    expect(await bySlug("morals-and-dogma")).toBeUndefined();
  });

  test("takes away what left the folder, but not what was edited", async () => {
    await set("the-builders", { slug: "saiu-da-pasta" });
    await set("ahiman-rezon", { slug: "saiu-editado" });
    await sync(); // the two are made again under their slugs
    expect(await bySlug("saiu-da-pasta")).toBeUndefined();
    expect(await bySlug("saiu-editado")).toBeDefined();
    expect(await bySlug("the-builders")).toBeDefined();
  });
});

describe("texts of administrators, after a change of the renderer", () => {
  const start = () => rerenderEdited(app.services);
  const byId = async (id: string) => (await app.services.db.select().from(libraryItems).where(eq(libraryItems.id, id)))[0]!;
  const add = async (text: string) =>
    (await (await app.member({ role: "admin" })).post<LibraryRecord>(ITEMS, { ...BOOK, text })).body.id;
  /** Makes an item look as an older renderer left it. */
  const age = (id: string, values: Partial<typeof libraryItems.$inferInsert> = {}) =>
    app.services.db
      .update(libraryItems)
      .set({ html: "<p>Velho</p>", headings: [], terms: [], words: 1, sourceHash: "velho", ...values })
      .where(eq(libraryItems.id, id));

  test("are rendered again, once, and nothing else of the item changes", async () => {
    const id = await add("## Seção\n\nA [pedra bruta](termo:pedra-bruta).");
    const before = await byId(id);
    expect(await start()).toBe(0);
    await age(id);
    expect(await start()).toBe(1);
    expect(await byId(id)).toEqual(before);
    expect(await start()).toBe(0);
  });

  test("are rendered again where a built-in item was edited too", async () => {
    const [builtIn] = await app.services.db.select().from(libraryItems).where(eq(libraryItems.slug, "the-builders"));
    const member = await app.member({ role: "admin" });
    await member.put(`${ITEMS}/${builtIn!.id}`, { ...BOOK, text: "Meu texto.", version: builtIn!.version });
    await age(builtIn!.id, { sourceHash: builtIn!.sourceHash });
    expect(await start()).toBe(1);
    expect((await byId(builtIn!.id)).html).toContain("Meu texto.");
  });

  test("stay as they are when they cannot be rendered any more", async () => {
    const id = await add("Um texto.");
    await age(id, { text: "[x](termo:saiu-do-dicionario)" });
    const other = await add("Outro texto.");
    await age(other);
    expect(await start()).toBe(1);
    expect((await byId(id)).html).toBe("<p>Velho</p>");
    expect((await byId(other)).html).toContain("Outro texto.");
  });
});
