import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openTopic, writer } from "#app/features/community/community.test-support.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { epub, packed, pdf, pdfWith } from "#tests/support/books.ts";
import { longestTurn, loopTime } from "#tests/support/loop.ts";
import { BOOK, ITEMS, inPieces, upload } from "#tests/support/uploads.ts";

/**
 * What a request costs the event loop, through the API, for everything whose cost a visitor or a member can raise (docs/security.md, "What costs,
 * and what bounds it"): at the largest input allowed no turn of the loop takes 50 ms, and the whole does not grow faster than the input. What the
 * loop waits for, in threads and in the database, is bounded by their own limits and not measured here.
 */
const app = testApp({ LIMITS_FACTOR: "100000" });

/** One request may hold the event loop so long. */
const LONGEST_MS = 50;
/** What costs the loop less than this in all needs no bound on its growth. */
const NEGLIGIBLE_MS = 15;
/** Eight times the input may cost eight times as much, or some more by memory and by what goes on while it waits; with the square it would be sixty-four times. */
const LINEAR = 24;
const TRIES = 4;
/** What a thread is busy with for seconds is not tried so often, in milliseconds of the clock. */
const ENOUGH_MS = 5_000;

type Send = (size: number) => Promise<{ status: number }>;
/** Makes what is needed once, and gives what sends one request with an input of a size. */
type Row = [name: string, largest: number, prepare: () => Promise<Send> | Send];

const run = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, Math.floor(size));

const POST = 20_000;
const previews = (piece: (size: number) => string) => async (): Promise<Send> => {
  const member = await writer(app);
  return (size) => member.post("/api/community/preview", { boardId: "geral", source: piece(size) });
};
const replies = (piece: string) => async (): Promise<Send> => {
  const member = await writer(app);
  const topicId = await openTopic(member);
  return (size) =>
    member.post(`/api/community/topics/${topicId}/posts`, {
      id: randomUUID(),
      source: run(piece, size),
      boardId: "geral",
      quote: null,
    });
};
const articles = (piece: string) => async (): Promise<Send> => {
  const member = await app.member({ role: "admin", degree: "mestre" });
  return (size) => member.post("/api/library/preview", { text: run(piece, size) });
};
const asJson = (path: string, body: (size: number) => string) => (): Send => (size) =>
  app.visitor.send(path, { method: "POST", headers: { "content-type": "application/json" }, body: body(size) });
/** A picture whose points are all different, of some bytes. */
const picture = async (bytes: number): Promise<Buffer> => {
  const side = Math.floor(Math.sqrt(bytes / 3.05));
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
};
const uploads = (kind: "cover" | "document", make: (size: number) => Buffer | Promise<Buffer>) => async (): Promise<Send> => {
  const member = await app.member({ role: "admin", degree: "mestre" });
  const made = new Map<number, Buffer>();
  return async (size) => {
    if (!made.has(size)) made.set(size, await make(size));
    return upload(member, kind, inPieces(made.get(size)!)); // as the network brings it
  };
};
/** A member with so many notes on one lesson; a thousand of them are as long as one member may keep. */
const annotated = async (count: number): Promise<TestMember> => {
  const member = await app.member();
  const note = {
    userId: member.id,
    kind: "lesson" as const,
    textId: app.services.catalogue().modules[0]!.lessons[0]!.id,
    title: "Lição",
    degree: "aprendiz" as const,
    colour: "gold" as const,
    quote: run("palavra ", 500),
    prefix: "a",
    suffix: "b",
    position: 0,
    body: run("anotação ", 500),
  };
  for (let made = 0; made < count; made += 100)
    await app.services.db
      .insert(notes)
      .values(Array.from({ length: Math.min(100, count - made) }, () => ({ ...note, id: randomUUID() })));
  return member;
};
/** Reads what a member who has written much reads, for members who have written eighths of it. */
/** A list of people as its bytes. @param count how many lines a size is */
const lists =
  (line: (at: number, size: number) => string, count = (size: number) => size) =>
  async (): Promise<Send> => {
    const member = await app.member({ role: "admin", degree: "mestre" });
    const made = new Map<number, Buffer>();
    return (size) => {
      if (!made.has(size)) {
        const lines = Array.from({ length: count(size) }, (_, at) => line(at, size - 40));
        made.set(size, Buffer.from(["nome;e-mail;loja;grau", ...lines].join("\n").slice(0, 2 * MB - 1)));
      }
      return member.send("/api/admin/invitations/check", {
        method: "POST",
        body: inPieces(made.get(size)!),
        duplex: "half",
      } as RequestInit);
    };
  };
const reads = (path: () => string) => (): Send => {
  const members = new Map<number, Promise<TestMember>>();
  return async (count) => {
    if (!members.has(count)) members.set(count, annotated(count));
    const response = await (await members.get(count)!).send(path(), {});
    await response.arrayBuffer();
    return response;
  };
};

const BODY = 64 * 1024;
const MB = 1024 * 1024;
const lesson = () => app.services.catalogue().modules[0]!.lessons[0]!.id;

const ROWS: Row[] = [
  ["Markdown of posts: a line of question marks", POST, previews((size) => `http://a.b/${run("?", size - 12)}a`)],
  ["Markdown of posts: nested emphasis", POST, previews((size) => run("*a **b ", size / 4))],
  ["Markdown of posts: short paragraphs", POST, previews((size) => run("a\n\n", size))],
  ["Markdown of posts: words", POST, previews((size) => run("A loja de perfeição abriu. ", size))],
  ["Markdown of posts: members and pictures", POST, previews((size) => run(`[a](membro:${randomUUID()}) `, size))],
  ["a reply that is judged: words", POST, replies("As palavras de uma resposta longa. ")],
  ["a reply that is judged: short words", POST, replies("a b ")],
  ["a reply that is judged: one word", POST, replies("a")],
  [
    "Markdown of library texts: usual",
    100_000,
    articles("Um **grifo**, uma *ênfase* e [um sítio](https://example.org/livro).\n\n- um\n- dois\n\n"),
  ],
  ["Markdown of library texts: words", 100_000, articles("palavra ")],
  ["Markdown of library texts: links", 100_000, articles("[a](licao:a) ")],
  [
    "an item of the library",
    100_000,
    async () => {
      const member = await app.member({ role: "admin", degree: "mestre" });
      return (size) => member.post(ITEMS, { ...BOOK, text: run("Uma frase comum. ", size), type: "article" });
    },
  ],
  ["a cover", 5 * MB, uploads("cover", (size) => picture(size * 0.98))],
  ["a PDF of one object", 50 * MB, uploads("document", (size) => pdf(size))],
  [
    "a PDF of packed objects",
    8 * MB,
    uploads("document", (size) => pdfWith(run(packed("<< /Type /Page >>").toString("latin1"), size))),
  ],
  [
    "an EPUB of many entries",
    4_990,
    uploads("document", (size) =>
      epub(Array.from({ length: size }, (_, at) => ({ name: `${at}.xhtml`, content: Buffer.from("texto") }))),
    ),
  ],
  [
    "an EPUB that unfolds far",
    190 * MB,
    uploads("document", (size) =>
      epub(Array.from({ length: 10 }, (_, at) => ({ name: `${at}.xhtml`, content: Buffer.alloc(size / 10, at) }))),
    ),
  ],
  [
    "a picture in a post",
    8 * MB,
    async () => {
      const member = await writer(app);
      const made = new Map<number, Buffer>();
      return async (size) => {
        if (!made.has(size)) made.set(size, await picture(size * 0.98));
        return member.send("/api/community/images?board=geral", {
          method: "POST",
          headers: { "content-type": "application/octet-stream" },
          body: inPieces(made.get(size)!),
          duplex: "half",
        } as RequestInit);
      };
    },
  ],
  [
    "a password at the sign-in",
    100,
    () => (size) =>
      app.visitorFrom("198.51.100.1").post("/api/account/login", { email: "a@academia.test", password: run("aA1!", size) }),
  ],
  [
    "a password at the sign-up, judged",
    100,
    () => (size) =>
      app.visitorFrom("198.51.100.2").post("/api/account/sign-up", {
        fullName: "Antônio Lima",
        email: `${randomUUID()}@academia.test`,
        password: run("aA1!+A1!aA1!aA8!aA1!a&1!aA1!aA", size),
      }),
  ],
  [
    "a password with an unknown recovery link",
    100,
    () => (size) =>
      app.visitor.post("/api/account/reset", { token: "x".repeat(43), password: run("aA1!+A1!aA1!aA8!aA1!a&1!aA1!aA", size) }),
  ],
  [
    "a password that is changed",
    100,
    async () => {
      const member = await app.member();
      return (size) =>
        member.put("/api/account/password", { currentPassword: `${PASSWORD}x`, password: run("aA1!+A1!aA1!aA8!", size) });
    },
  ],
  [
    "JSON of one text",
    BODY,
    asJson("/api/account/login", (size) => JSON.stringify({ email: run("a@", size - 40), password: "a" })),
  ],
  ["JSON of escapes", BODY, asJson("/api/account/login", (size) => `{"email":"${run("\\u0041", size - 46)}","password":"a"}`)],
  ["JSON of many parts", 9_900, asJson("/api/account/passkey", (size) => `{"response":[${run("0,", size * 2)}0]}`)],
  [
    "JSON of many fields",
    4_900,
    asJson("/api/account/login", (size) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}`, at]))),
    ),
  ],
  [
    "the contact form",
    5_000,
    () => (size) =>
      app.visitor.post("/api/contact", {
        name: "Antônio",
        email: "a@academia.test",
        message: run("a ", size),
        website: run("a", size / 3),
        elapsedMs: 9_000,
      }),
  ],
  ["a search", 100, () => (size) => app.visitor.get(`/api/search?q=${encodeURIComponent(run("ação do grau ", size))}`)],
  [
    "a search, while one types",
    100,
    () => (size) => app.visitor.get(`/api/search/brief?q=${encodeURIComponent(run("á", size))}`),
  ],
  [
    "a note",
    10_000,
    async () => {
      const member = await app.member();
      return (size) =>
        member.post("/api/notes", {
          id: randomUUID(),
          kind: "lesson",
          textId: lesson(),
          quote: run("a ", size / 2),
          prefix: "",
          suffix: "",
          position: 0,
          colour: "gold",
          body: run("á ", size),
        });
    },
  ],
  [
    "a list to invite: people whose Lodge is unknown",
    5_000,
    lists((at) => `Irmão Gil;i${at}@correio.test;${run(`á${at} `, 300)};1`),
  ],
  [
    "a list to invite: empty cells",
    2 * MB,
    lists(
      () => ";;;",
      (size) => Math.floor(size / 4),
    ),
  ],
  [
    "a list to invite: one line of quotes",
    2 * MB,
    lists(
      (_, size) => run('"a""', size),
      () => 1,
    ),
  ],
  ["the notes of a text, found in it", 1_000, reads(() => `/api/notes/lesson/${lesson()}`)],
  ["all notes of a member", 1_000, reads(() => "/api/notes")],
  ["the export of a member with a thousand notes", 1_000, reads(() => "/api/account/export")],
];

const figures: string[] = [];
afterAll(() =>
  console.log(
    `what requests cost the event loop, at an eighth, a quarter, a half and the whole of the largest input\n${figures.join("\n")}`,
  ),
);

test.each(ROWS)(
  "%s",
  async (name, largest, prepare) => {
    const send = await prepare();
    for (let count = 0; count < 2; count += 1) await send(largest / 8); // code that runs often is compiled
    let status = 0;
    const sending = (part: number) => async () => {
      status = (await send(Math.floor(largest / part))).status;
    };
    const totals: number[] = [];
    for (const part of [8, 4, 2, 1]) totals.push(await least(() => loopTime(sending(part))));
    const longest = await least(() => longestTurn(sending(1)));
    const sums = totals.map((total) => total.toFixed(1).padStart(8)).join("");
    figures.push(`${name.padEnd(48)} ${sums} ms, longest turn ${longest.toFixed(1)} ms (${status})`);
    const [eighth, , , whole] = totals as [number, number, number, number];
    expect(status).toBeLessThan(500);
    expect(longest).toBeLessThan(LONGEST_MS);
    if (whole > NEGLIGIBLE_MS) expect(whole / eighth).toBeLessThan(LINEAR);
  },
  300_000,
);

/** The least of some tries, as collections of memory and other work only add to them. */
async function least(measure: () => Promise<number>): Promise<number> {
  const begun = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && (count < 2 || performance.now() - begun < ENOUGH_MS); count += 1)
    least = Math.min(least, await measure());
  return least;
}
