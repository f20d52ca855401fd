import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { epub, executable, packed, pdf, pdfWith, png, svgWithScript, zip } from "#tests/support/books.ts";
import { addBook, BOOK, ITEMS, inPieces, onDisk, storesNothing, upload } from "#tests/support/uploads.ts";
import type { UploadKind } from "./library.schema.ts";

const OPENS_ADDRESS = "<< /S /URI /URI (https://a.example/lido) >>";
/** As programs for typesetting write it. */
const OPENS_PLACE = pdfWith(
  Buffer.concat([Buffer.from("<< /OpenAction 2 0 R >>\nendobj\n3 0 obj\n"), packed("<< /S /GoTo /D [9 0 R /Fit] >>")]),
);

const app = testApp();
const admin = () => app.member({ role: "admin" });

/** The application on a port, and a member's cookie for it. */
async function serve({ email }: TestMember) {
  const hono = createApp(app.services, async () => true);
  const server = createServer(getRequestListener((request) => hono.fetch(request, { remoteAddress: "127.0.0.1" })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const login = await fetch(`http://127.0.0.1:${port}/api/account/login`, {
    method: "POST",
    headers: { origin: "http://academia.test", "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, cookie: login.headers.getSetCookie()[0]!.split(";")[0]!, close };
}

describe("a cover", () => {
  test("becomes WebP of at most 800 × 1200 points, without what else the file held", async () => {
    const member = await admin();
    const photo = await sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: "red" } })
      .jpeg()
      .withExif({ IFD0: { Copyright: "dado escondido" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { status, body } = await upload(member, "cover", photo);
    expect(status).toBe(200);
    expect(body.mediaType).toBe("image/webp");
    const item = await addBook(member, { coverId: body.id });
    expect(item.coverImageUrl).toBe(`/api/library/covers/${body.id}`);
    const response = await (await app.member()).send(item.coverImageUrl!, {});
    const bytes = Buffer.from(await response.arrayBuffer());
    const picture = await sharp(bytes).metadata();
    expect(picture).toMatchObject({ format: "webp", width: 800, height: 1_067 });
    expect(picture).not.toHaveProperty("exif");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(bytes.length),
      "content-disposition": "inline",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });

  test("may be PNG or WebP too, and keeps a small size", async () => {
    const member = await admin();
    const webp = await sharp(await png(90, 120))
      .webp()
      .toBuffer();
    for (const picture of [await png(90, 120), webp]) expect((await upload(member, "cover", picture)).status).toBe(200);
  });

  const bomb = () =>
    sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "white" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ["a renamed executable", executable, "A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo."],
    ["an SVG with a script", svgWithScript, "A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo."],
    ["a PDF", pdf, "A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo."],
    [
      "a GIF",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
      "A imagem precisa ser",
    ],
    ["nothing", () => Buffer.alloc(0), "A imagem precisa ser"],
    ["half a PNG", async () => (await png()).subarray(0, 900), "Esta imagem está danificada ou tem dimensões grandes demais."],
    [
      "an SVG behind a PNG's first bytes",
      () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svgWithScript()]),
      "Esta imagem está danificada",
    ],
    ["a picture of a hundred million points", bomb, "Esta imagem está danificada ou tem dimensões grandes demais."],
  ])("cannot be %s: it is refused in words, and nothing is stored", async (_, content, message) => {
    const member = await admin();
    const bytes = await content();
    await storesNothing(app, async () => {
      const { status, body } = await upload(member, "cover", bytes);
      expect(body.message).toContain(message);
      expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
    });
  });
});

describe("a book's file", () => {
  test.each([
    ["PDF", "pdf", pdf(70_000), "application/pdf"],
    ["PDF", "pdf", pdfWith(packed("<< /Type /Page >>")), "application/pdf"],
    ["EPUB", "epub", epub(), "application/epub+zip"],
  ] as const)("%s is stored as it is and saved under the book's title", async (format, extension, bytes, mediaType) => {
    const member = await admin();
    const { status, body } = await upload(member, "document", bytes);
    expect([status, body]).toEqual([200, { id: body.id, mediaType, size: bytes.length }]);
    const item = await addBook(member, { documentId: body.id });
    expect(item.document).toEqual({ format, size: bytes.length, url: `${ITEMS}/${item.id}/document` });
    const response = await (await app.member()).send(item.document!.url, {});
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": mediaType,
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      "content-disposition": `attachment; filename="Historia da _Pedra_ a Loja.${extension}"; filename*=UTF-8''Hist%C3%B3ria%20da%20%E2%80%9CPedra%E2%80%9D%20%C3%A0%20Loja.${extension}`,
    });
  });

  test.each<[string, Buffer]>([
    ["opens at a page", pdfWith("<< /OpenAction [3 0 R /Fit] >>")],
    ["opens at a place", OPENS_PLACE],
    ["has a link to press", pdfWith(`<< /Subtype /Link /A ${OPENS_ADDRESS} >>`)],
  ])("may be a PDF that %s", async (_, bytes) => {
    expect((await upload(await admin(), "document", bytes)).status).toBe(200);
  });

  const entry = (name: string, content: Buffer, more = {}) => ({ name, content, ...more });
  const mimetype = entry("mimetype", Buffer.from("application/epub+zip"), { stored: true });
  test.each<[string, () => Buffer, string]>([
    ["a PDF with a script", () => pdfWith("<< /S /JavaScript /JS (app.alert(1)) >>"), "Este PDF tem conteúdo ativo"],
    [
      "a PDF with a script, spelt otherwise",
      () => pdfWith("<< /S /J#61va#53cript /JS (app.alert(1)) >>"),
      "Este PDF tem conteúdo ativo",
    ],
    [
      "a PDF with a packed script",
      () => pdfWith(packed("<< /S /JavaScript /JS (app.alert(1)) >>")),
      "Este PDF tem conteúdo ativo",
    ],
    ["a PDF with a program to start", () => pdfWith("<< /S /Launch /F (cmd.exe) >>"), "Este PDF tem conteúdo ativo"],
    ["a PDF with a file within", () => pdfWith("<< /Type /EmbeddedFile >>"), "Este PDF tem conteúdo ativo"],
    ["a PDF with a form of XML", () => pdfWith("<< /AcroForm << /XFA [(template) 3 0 R] >> >>"), "Este PDF tem conteúdo ativo"],
    ["a PDF with a packed form of XML", () => pdfWith(packed("<< /XFA 3 0 R >>")), "Este PDF tem conteúdo ativo"],
    ["a PDF that leads to another file", () => pdfWith("<< /S /GoToR /F (a.pdf) >>"), "Este PDF tem conteúdo ativo"],
    ["a PDF that leads to a file within", () => pdfWith(packed("<< /S /GoToE >>")), "Este PDF tem conteúdo ativo"],
    ["a PDF that opens an address", () => pdfWith(`<< /OpenAction ${OPENS_ADDRESS} >>`), "Este PDF tem conteúdo ativo"],
    ["the same, packed", () => pdfWith(packed(`<< /OpenAction ${OPENS_ADDRESS} >>`)), "Este PDF tem conteúdo ativo"],
    [
      "the same, by a reference",
      () => pdfWith(`<< /OpenAction%\n7 0 R >>\nendobj\n7 0 obj\n${OPENS_ADDRESS}`),
      "Este PDF tem conteúdo ativo",
    ],
    [
      "the same, by a reference to a packed object",
      () => pdfWith(Buffer.concat([Buffer.from("<< /OpenAction 2 0 R >>\nendobj\n3 0 obj\n"), packed(OPENS_ADDRESS)])),
      "Este PDF tem conteúdo ativo",
    ],
    [
      "a PDF that opens an address after a place",
      () => pdfWith(`<< /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${OPENS_ADDRESS} >> >>`),
      "Este PDF tem conteúdo ativo",
    ],
    [
      "a PDF that starts a program when it is opened",
      () => pdfWith(packed("<< /OpenAction << /S /L#61unch /F (a) >> >>")),
      "Este PDF tem conteúdo ativo",
    ],
    ["a PDF with a lock", () => pdfWith("<< /Encrypt 9 0 R >>"), "Este PDF está protegido"],
    [
      "a PDF with objects packed in an odd way",
      () => pdfWith(packed("<<>>", "/ASCIIHexDecode")),
      "Este PDF foi gravado de um modo",
    ],
    ["an executable", executable, "O arquivo precisa ser PDF ou EPUB. Este é de outro tipo."],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>"), "O arquivo precisa ser PDF ou EPUB."],
    ["a picture", svgWithScript, "O arquivo precisa ser PDF ou EPUB."],
    ["a PDF without an end", () => pdf(5_000).subarray(0, 3_000), "Este PDF está incompleto ou danificado."],
    ["any other zip", () => zip([entry("a.txt", Buffer.from("a"))]), "Este arquivo não é um EPUB íntegro."],
    ["an EPUB without its container", () => zip([mimetype, entry("a.txt", Buffer.from("a"))]), "EPUB íntegro"],
    ["an EPUB cut off", () => epub().subarray(0, 200), "EPUB íntegro"],
    ["an EPUB that leads out of itself", () => epub([entry("../../etc/passwd", Buffer.from("a"))]), "EPUB íntegro"],
    [
      "an EPUB that unfolds too far",
      () => epub([entry("a", Buffer.from("a"), { claimedSize: 250 * 1024 * 1024 })]),
      "EPUB íntegro",
    ],
    [
      "an EPUB that unfolds further than it says",
      () => epub([entry("a", Buffer.alloc(9_000_000), { claimedSize: 10 })]),
      "EPUB íntegro",
    ],
    [
      "an EPUB whose entries share their bytes",
      () => epub([entry("a", Buffer.from("a")), entry("b", Buffer.from("a"), { bytesOf: "a" })]),
      "EPUB íntegro",
    ],
    ["an EPUB with an entry inside another", () => nested(), "EPUB íntegro"],
    ["an EPUB with a damaged entry", () => damaged(), "EPUB íntegro"],
  ])("cannot be %s: it is refused in words, and nothing is stored", async (_, content, message) => {
    const member = await admin();
    await storesNothing(app, async () => {
      const { status, body } = await upload(member, "document", content());
      expect(body.message).toContain(message);
      expect(status).toBe(415);
    });
  });

  /** The inner entry's bytes, header and all, are the content of the outer one. */
  function nested(): Buffer {
    const inner = entry("b", Buffer.from("texto"), { stored: true });
    const outer = entry("a", zip([inner]).subarray(0, 36), { stored: true });
    const book = epub([outer, { ...inner, bytesOf: "a" }]);
    const place = book.lastIndexOf("PK\x01\x02"); // the inner entry's line of the directory
    book.writeUInt32LE(book.readUInt32LE(place + 42) + 31, place + 42);
    return book;
  }

  function damaged(): Buffer {
    const book = epub([entry("livro.xhtml", Buffer.from(crypto.getRandomValues(new Uint8Array(2_000))))]);
    return book.fill(0xff, 400, 500);
  }
});

describe("sizes", () => {
  const COVER = 5 * 1024 * 1024;
  const DOCUMENT = 50 * 1024 * 1024;

  test("a document of exactly 50 MB is stored; one byte more is refused, declared or in pieces", async () => {
    const member = await admin();
    expect((await upload(member, "document", inPieces(pdf(DOCUMENT)))).status).toBe(200);
    const larger = pdf(DOCUMENT + 1);
    await storesNothing(app, async () => {
      const refused = {
        status: 413,
        body: { code: "too_large", message: "O arquivo pode ter até 50 MB. Escolha um menor." },
      };
      expect(await upload(member, "document", inPieces(larger))).toMatchObject(refused);
      expect(await upload(member, "document", "", { "content-length": String(larger.length) })).toMatchObject(refused);
    });
  });

  test("a document of 51 MB without a declared length is refused on a real connection too", async () => {
    const { port, cookie, close } = await serve(await admin());
    await storesNothing(app, async () => {
      const headers = { origin: "http://academia.test", cookie, "transfer-encoding": "chunked" };
      const request = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/api/library/uploads/document", headers });
      const answered = once(request, "response") as Promise<[IncomingMessage]>;
      request.on("error", () => {}); // the server may hang up before all is sent
      Readable.fromWeb(inPieces(pdf(51 * 1024 * 1024)) as never).pipe(request);
      expect((await answered)[0].statusCode).toBe(413);
      request.destroy();
    });
    await close();
  });

  test("a cover may have 5 MB; one byte more is refused", async () => {
    const member = await admin();
    const padded = (bytes: number) => png().then((picture) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]));
    expect((await upload(member, "cover", inPieces(await padded(COVER)))).status).toBe(200);
    await storesNothing(app, async () => {
      expect(await upload(member, "cover", inPieces(await padded(COVER + 1)))).toMatchObject({
        status: 413,
        body: { message: "A capa pode ter até 5 MB. Escolha uma imagem menor." },
      });
    });
  });

  test("bodies of other addresses keep their own limits, in pieces too", async () => {
    const member = await admin();
    const post = async (path: string, bytes: number) => {
      const body = inPieces(Buffer.from(JSON.stringify({ text: "a".repeat(bytes - 11) })));
      const init = {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
        duplex: "half",
      } as RequestInit;
      return (await member.send(path, init)).status;
    };
    expect(await post("/api/library/preview", 512 * 1024)).toBe(422); // read whole; the text is too long
    expect(await post("/api/library/preview", 512 * 1024 + 1)).toBe(413);
    expect(await post("/api/account/login", 64 * 1024)).toBe(422);
    expect(await post("/api/account/login", 64 * 1024 + 1)).toBe(413);
    expect(await post("/api/library/uploads/%63over/../../../account/login", 64 * 1024 + 1)).toBe(413);
  });
});

describe("an upload", () => {
  test.each<[string, UploadKind, string, () => Buffer, string]>([
    ["an executable named capa.png", "cover", "image/png", executable, "A imagem precisa ser JPEG, PNG ou WebP."],
    ["an SVG with a script named capa.png", "cover", "image/png", svgWithScript, "A imagem precisa ser JPEG, PNG ou WebP."],
    ["an SVG with a script that says so", "cover", "image/svg+xml", svgWithScript, "A imagem precisa ser JPEG, PNG ou WebP."],
    ["an executable named livro.pdf", "document", "application/pdf", executable, "O arquivo precisa ser PDF ou EPUB."],
    ["an executable named livro.epub", "document", "application/epub+zip", executable, "O arquivo precisa ser PDF ou EPUB."],
  ])(
    "is known by its content, not by its name: %s is refused, and nothing is stored",
    async (name, kind, type, content, message) => {
      const member = await admin();
      const headers = { "content-type": type, "content-disposition": `attachment; filename="${name.split(" ").at(-1)}"` };
      await storesNothing(app, async () => {
        const { status, body } = await upload(member, kind, content(), headers);
        expect([status, body.message]).toEqual([415, expect.stringContaining(message)]);
      });
    },
  );

  test("that is cut off leaves nothing", async () => {
    const member = await admin();
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        if (pieces > 5) controller.error(new Error("socket hang up"));
        else controller.enqueue(pdf(10_000));
      },
    });
    await storesNothing(app, async () => {
      expect(await upload(member, "document", body)).toMatchObject({
        status: 400,
        body: { message: "O envio foi interrompido antes do fim. Tente de novo." },
      });
    });
  });

  test("that is cut off on a real connection leaves nothing either", async () => {
    const member = await admin();
    const { port, cookie, close } = await serve(member);
    await storesNothing(app, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(
        `POST /api/library/uploads/document HTTP/1.1\r\nHost: academia.test\r\nOrigin: http://academia.test\r\nCookie: ${cookie}\r\nContent-Length: 1000000\r\n\r\n`,
      );
      socket.write(pdf(300_000));
      await expect.poll(() => onDisk(app).some((name) => name.endsWith(".part"))).toBe(true);
      socket.destroy();
      await expect.poll(() => onDisk(app).some((name) => name.endsWith(".part"))).toBe(false);
    });
    await close();
  });

  test("that finds the disk full says so and leaves nothing", async () => {
    const full = async function* () {
      yield pdf(5_000);
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    };
    await storesNothing(app, async () => {
      await expect(app.services.files.stage(full())).rejects.toMatchObject({ code: "storage_full" });
    });
  });

  test("is for administrators, and refused before its body is read", async () => {
    const member = await app.member();
    await storesNothing(app, async () => {
      expect(await upload(member, "document", pdf())).toMatchObject({ status: 403, body: { code: "forbidden" } });
    });
    expect((await upload(await admin(), "retrato" as UploadKind, pdf())).status).toBe(404);
  });

  test("is limited to 30 in half an hour", async () => {
    const member = await admin();
    for (let count = 0; count < 30; count += 1) expect((await upload(member, "document", pdf())).status).toBe(200);
    expect(await upload(member, "document", pdf())).toMatchObject({ status: 429, body: { code: "too_many_tries" } });

    // A proxy sends other members' requests down the same connection: the rest of a refused body must not end it.
    const { port, cookie, close } = await serve(member);
    const agent = new Agent({ keepAlive: true });
    const headers = { cookie, origin: "http://academia.test" };
    const request = httpRequest({ port, agent, headers, method: "POST", path: "/api/library/uploads/document" }).end(
      pdf(1_000_000),
    );
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(429);
    await pause(800); // the server's library gives such a body half a second
    expect(request.socket!.destroyed).toBe(false);
    agent.destroy();
    await close();
  });

  test("can be used once, and only as what it is", async () => {
    const member = await admin();
    const cover = (await upload(member, "cover", await png())).body.id;
    const document = (await upload(member, "document", pdf())).body.id;
    expect((await member.post(ITEMS, { ...BOOK, coverId: document, documentId: cover })).status).toBe(422);
    const answers = await Promise.all([1, 2, 3].map(() => member.post(ITEMS, { ...BOOK, coverId: cover, documentId: document })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});
