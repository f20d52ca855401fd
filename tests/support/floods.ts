import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { certificateHolder } from "#app/features/certificates/certificates.test-support.ts";
import { writer } from "#app/features/community/community.test-support.ts";
import { PASSWORD, type TestApp, type TestMember } from "./app.ts";
import { pdfWith } from "./books.ts";
import { upload } from "./uploads.ts";

/** Sends one request, and reads the answer. @returns its status */
type Send = () => Promise<number>;

/** Work that waits in a fair queue, asked for by one member who floods it and by another who asks as usual. */
type Flood = { name: string; prepare: (app: TestApp) => Promise<{ floods: Send; asks: Send }> };

const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

/** A picture that takes a while to decode: its points are all different. */
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

async function sheetOf(app: TestApp): Promise<Send> {
  const { member, certificate } = await certificateHolder(app);
  return async () => {
    const response = await member.send(`/api/certificates/${certificate.id}/pdf`, {});
    await response.arrayBuffer();
    return response.status;
  };
}

const sendPicture =
  (member: TestMember, body: Buffer): Send =>
  async () =>
    (
      await member.send("/api/community/images?board=geral", {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        body: new Uint8Array(body),
      })
    ).status;

const author = (app: TestApp) => app.member({ role: "admin", degree: "mestre" });

/** Every queue but that of passwords' hashes, which cost next to nothing in most tests. */
export const FLOODS: Flood[] = [
  {
    name: "previews",
    prepare: async (app) => {
      const [one, other] = [await writer(app), await writer(app)];
      const preview = (member: TestMember, source: string) => () =>
        statusOf(member.post("/api/community/preview", { boardId: "geral", source }));
      return {
        floods: preview(one, `http://a.b/${"?".repeat(5_000)}a`),
        asks: preview(other, "Uma mensagem *usual*. ".repeat(40)),
      };
    },
  },
  {
    name: "texts of the library",
    prepare: async (app) => {
      const [one, other] = [await author(app), await author(app)];
      const preview = (member: TestMember, text: string) => () => statusOf(member.post("/api/library/preview", { text }));
      return {
        floods: preview(one, "Um **grifo** e uma *ênfase*.\n\n".repeat(600)),
        asks: preview(other, "Uma frase *usual*. ".repeat(40)),
      };
    },
  },
  {
    name: "certificates",
    prepare: async (app) => ({ floods: await sheetOf(app), asks: await sheetOf(app) }),
  },
  {
    name: "pictures in posts",
    prepare: async (app) => ({
      floods: sendPicture(await writer(app), await picture(2_000, 1_500)),
      asks: sendPicture(await writer(app), await picture(600, 400)),
    }),
  },
  {
    name: "covers",
    prepare: async (app) => {
      const [one, other] = [await author(app), await author(app)];
      const [large, usual] = [await picture(2_000, 1_500), await picture(600, 400)];
      return { floods: () => statusOf(upload(one, "cover", large)), asks: () => statusOf(upload(other, "cover", usual)) };
    },
  },
  {
    name: "PDFs that are sent",
    prepare: async (app) => {
      const [one, other] = [await author(app), await author(app)];
      const [large, usual] = [pdfWith("x /XFA ".repeat(500_000)), pdfWith("x ".repeat(10_000))];
      return { floods: () => statusOf(upload(one, "document", large)), asks: () => statusOf(upload(other, "document", usual)) };
    },
  },
];

/** The queue of passwords' hashes, at their real cost; strangers' tries are those of tests/api/sign-in-attack.long.test.ts. */
export const FLOOD_OF_HASHES: Flood = {
  name: "hashes of passwords",
  prepare: async (app) => {
    const [one, other] = [await app.member(), await app.member()];
    const prove = (member: TestMember) => () =>
      statusOf(member.post("/api/account/proof", { method: "password", password: PASSWORD }));
    return { floods: prove(one), asks: prove(other) };
  },
};
