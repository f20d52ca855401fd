import { expect, test, vi } from "vitest";
import { emptyDatabase } from "../support/past-database.ts";
import { gone, login, realProcess, type Started, signUp } from "../support/process.ts";

/** Two programs on one database while an author types, a reviewer publishes, and a program is killed. */
const { folder, start } = realProcess();
const TEXT = "authoring/texts/lesson/m01-l02";
const KILLS = 5;
/** Sentences that are kept between two kills. */
const SENTENCES = 15;

async function openAcademy() {
  const { url, client } = await emptyDatabase();
  const settings = { DATABASE_URL: url, AUTH_SECRET: "autores".repeat(6) };
  const open = (name: string) => start({ ...settings, DATA_DIR: `${folder}/${name}` }).started;
  const [first, second] = [await open("one"), await open("two")];
  const cookies = new Map<string, string>();
  for (const [name, part] of [["autor", "author"], ["revisor", "reviewer"], ["leitor"]] as const) {
    const email = `${name}@academia.test`;
    expect((await signUp(first.address, email)).status).toBe(200);
    await client.query(
      "update profiles set degree = 'mestre', email_verified = true, awaits_confirmation = false where email = $1",
      [email],
    );
    if (part)
      await client.query(
        "insert into authors (member_id, degree, part) select id, 'aprendiz', $2 from profiles where email = $1",
        [email, part],
      );
    const lines = (await login(first.address, email)).headers.getSetCookie();
    cookies.set(name, lines.map((line) => line.split(";")[0]).join("; "));
  }
  const call = async ({ address }: Started, who: string, method: string, path: string, body?: object) => {
    const headers = { cookie: cookies.get(who)!, origin: address, "content-type": "application/json" };
    const answer = await fetch(`${address}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  return { client, open, first, second, call };
}

test("nothing that an author was told is kept is lost when the program is killed, and an hour is kept by two programs once", async () => {
  const { client, open, first, second, call } = await openAcademy();
  const { published } = (await call(first, "autor", "GET", TEXT)).body;
  let program = first;
  let version = 0;
  let kept = published.body.markdown as string;
  for (let round = 1; round <= KILLS; round += 1) {
    let typed = kept;
    for (let count = 1; ; count += 1) {
      typed = `Frase ${count} da volta${round}.\n\n${typed}`;
      const body = { ...published.body, markdown: typed };
      const saving = call(program, "autor", "PUT", TEXT, { version, body });
      if (count > SENTENCES) program.process.kill("SIGKILL"); // in the midst of a save
      const answer = await saving.catch(() => undefined);
      if (!answer) break;
      expect(answer.status).toBe(200);
      ({ version } = answer.body);
      kept = typed;
    }
    await gone(program.process);
    program = await open("one");
    const { draft } = (await call(second, "autor", "GET", TEXT)).body;
    expect([kept, typed]).toContain(draft.body.markdown); // the save that was cut off happened, or did not
    ({ version } = draft);
    kept = draft.body.markdown;
  }

  expect((await call(second, "autor", "POST", `${TEXT}/submit`, { version, reason: "Frases a mais" })).status).toBe(200);
  const soon = new Date(Date.now() + 5_000).toISOString();
  expect((await call(program, "revisor", "POST", `${TEXT}/publish`, { version, at: soon })).status).toBe(200);
  const htmlAt = async (at: Started) => (await call(at, "leitor", "GET", "modules/1/lessons/2/text")).body.html as string;
  for (const at of [program, second])
    await vi.waitFor(async () => expect(await htmlAt(at)).toContain(`da volta${KILLS}.`), { timeout: 150_000, interval: 500 });
  const { rows } = await client.query(
    "select number from text_versions where kind = 'lesson' and subject_id = 'm01-l02' and origin <> 'repository'",
  );
  expect(rows).toHaveLength(1);
  expect((await call(second, "autor", "GET", TEXT)).body).toMatchObject({ draft: null, published: { body: { markdown: kept } } });
}, 400_000);
