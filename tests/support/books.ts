import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Files to upload in tests: whole ones, and ones that only pretend. */

export const pdf = (bytes = 400, text = "livro"): Buffer => {
  const head = Buffer.from(`%PDF-1.7\n% ${text}\n`);
  const tail = Buffer.from("\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n");
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length - tail.length), "x"), tail]);
};

/** A PDF with one object of this content. */
export const pdfWith = (content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n1 0 obj\n"),
    Buffer.from(content),
    Buffer.from("\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n"),
  ]);

/** Objects in a packed stream, as programs write them since PDF 1.5. */
export function packed(objects: string, filter = "/FlateDecode"): Buffer {
  const bytes = deflateSync(Buffer.from(`2 0 ${objects}`));
  const content = filter === "/FlateDecode" ? bytes : Buffer.from(`${bytes.toString("hex")}>`);
  const head = `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${content.length} >>\nstream\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\nendstream")]);
}

export const png = (width = 600, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#14213d" } })
    .png()
    .toBuffer();

export const executable = (): Buffer => Buffer.concat([Buffer.from("MZ\x90\x00\x03\x00", "latin1"), Buffer.alloc(2_000, 7)]);

export const svgWithScript = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

type ZipEntry = { name: string; content: Buffer; stored?: boolean; claimedSize?: number; bytesOf?: string };

/** A zip archive. `claimedSize` is a false size of the unpacked entry; `bytesOf` names the entry whose bytes it passes for its own. */
export function zip(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const { name, content, stored, claimedSize, bytesOf } of entries) {
    const packed = stored ? content : deflateRawSync(content);
    const fields = Buffer.alloc(22); // from "version needed" to the two sizes
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? content.length, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(Buffer.byteLength(name), 0);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, lengths, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(bytesOf === undefined ? offset : offsets.get(bytesOf)!, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, lengths, rest, Buffer.from(name)]));
    if (bytesOf !== undefined) continue;
    offsets.set(name, offset);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const MIMETYPE: ZipEntry = { name: "mimetype", content: Buffer.from("application/epub+zip"), stored: true };
const CONTAINER: ZipEntry = { name: "META-INF/container.xml", content: Buffer.from("<container/>") };

export const epub = (more: ZipEntry[] = [{ name: "livro.xhtml", content: Buffer.alloc(5_000, "texto ") }]): Buffer =>
  zip([MIMETYPE, CONTAINER, ...more]);
