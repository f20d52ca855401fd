import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { projectFile } from "#app/project-files.ts";
import { type Cut, MARK, QR, RULES, SHEET, type SheetFacts, type SheetText, sheetTexts } from "./sheet.ts";

/** @property checkAddress of the certificate's public page, which the square holds; `site` is how the sheet names the academy's */
export type PdfInput = { facts: SheetFacts; checkAddress: string; site: string };

const FOLDER = "src/features/certificates/sheet";
const POINTS_PER_MM = 72 / 25.4;
/** On paper the paper is the paper. */
const PAPER = "#ffffff";
const CUTS: Cut[] = ["title", "name", "figures", "text", "label", "italic"];

type Doc = InstanceType<typeof PDFDocument>;

/**
 * The certificate as a PDF: A4 across, the drawn sheet in vectors, its fonts embedded. It is tagged in the order of reading, its language
 * and title are set, the drawing is an artifact and the square has its address in words (PDF/UA's rules for such a page).
 */
export async function writePdf({ facts, checkAddress, site }: PdfInput): Promise<Uint8Array> {
  const title = `Certificado de estudo de ${facts.holderName}`;
  const doc = new PDFDocument({
    size: [SHEET.width * POINTS_PER_MM, SHEET.height * POINTS_PER_MM],
    margin: 0,
    pdfVersion: "1.7",
    lang: "pt-BR",
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: "Academia do Rito de York", Subject: "Certificado de estudo. Não confere grau." },
  });
  const parts: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => parts.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on("end", resolve));
  for (const cut of CUTS) doc.registerFont(cut, projectFile(`${FOLDER}/fonts/playfair-${cut}.ttf`));

  doc.scale(POINTS_PER_MM);
  doc.markContent("Artifact", { type: "Layout" });
  drawPlate(doc);
  for (const { d, width, gold } of RULES)
    doc
      .path(d)
      .lineWidth(width)
      .stroke(gold ? SHEET.gold : SHEET.ink);
  drawMark(doc);
  doc.endMarkedContent();

  const root = doc.struct("Document");
  doc.addStructure(root);
  const widthOf = (text: string) => doc.font("name").fontSize(1).widthOfString(text);
  for (const line of sheetTexts(facts, site, widthOf))
    root.add(doc.struct(line.role === "h1" ? "H1" : "P", {}, () => drawText(doc, line)));
  root.add(doc.struct("Figure", { alt: `Código QR que abre ${checkAddress}` }, () => drawQr(doc, checkAddress)));
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

function drawText(doc: Doc, { text, x, y, cut, size, anchor, spacing = 0, lining }: SheetText): void {
  doc.font(cut).fontSize(size).fillColor(SHEET.ink);
  const features = lining ? (["lnum", "kern", "liga"] as const) : undefined;
  const options = { characterSpacing: spacing, ...(features && { features: [...features] }) };
  const width = doc.widthOfString(text, options);
  const from = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  doc.text(text, from, y, { ...options, lineBreak: false, baseline: "alphabetic" });
}

/** One rectangle for each run of dark squares in a row. */
function drawQr(doc: Doc, address: string): void {
  const { data, size } = encode(address, { ecc: "M", border: 0 });
  const unit = QR.size / size;
  for (const [row, cells] of data.entries())
    for (let column = 0; column < size; column += 1) {
      if (!cells[column]) continue;
      let end = column;
      while (cells[end]) end += 1;
      doc.rect(QR.x + column * unit, QR.y + row * unit, (end - column) * unit, unit);
      column = end;
    }
  doc.fill(SHEET.ink);
}

function drawMark(doc: Doc): void {
  doc.save().translate(MARK.x, MARK.y).scale(MARK.scale);
  doc.path(MARK.stones).fill(SHEET.ink).path(MARK.keystone).fill(SHEET.keystone).restore();
}

/** Draws plate.svg, which holds paths, circles, repeated motifs and one clipped group, with presentation attributes only. */
function drawPlate(doc: Doc): void {
  const source = readFileSync(projectFile(`${FOLDER}/plate.svg`), "utf8");
  const named = new Map([...source.matchAll(/<path id="(\w+)" d="([^"]+)"/g)].map(([, id, d]) => [id!, d!]));
  const clip = /<clipPath[^>]*><path d="([^"]+)"/.exec(source)![1]!;
  const body = source.replace(/<defs>.*?<\/defs>|<clipPath.*?<\/clipPath>/gs, "");
  doc.lineJoin("round");
  const groups: boolean[] = [];
  for (const [, closing, name, rest] of body.matchAll(/<(\/?)(g|path|use|circle)\b([^>]*)>/g)) {
    const attributes = Object.fromEntries([...rest!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value!]));
    if (name === "g" && closing) {
      if (groups.pop()) doc.restore();
    } else if (name === "g") {
      groups.push("clip-path" in attributes);
      if (groups.at(-1)) doc.save().path(clip).clip();
    } else drawShape(doc, name!, attributes, named);
  }
}

function drawShape(doc: Doc, name: string, attributes: Record<string, string>, named: Map<string, string>): void {
  const { d, fill, href = "", transform = "", cx, cy, r } = attributes;
  doc.save();
  const [, x = "0", y = "0"] = /translate\(([\d.]+) ([\d.]+)\)/.exec(transform) ?? [];
  doc.translate(Number(x), Number(y));
  const turn = /rotate\((\d+)/.exec(transform);
  if (turn) doc.rotate(Number(turn[1]));
  if (name === "circle") doc.circle(Number(cx), Number(cy), Number(r));
  else doc.path(d ?? named.get(href.slice(1))!);
  doc.lineWidth(Number(attributes["stroke-width"])).strokeOpacity(Number(attributes["stroke-opacity"] ?? 1));
  const stroke = attributes.stroke ?? SHEET.ink;
  if (fill) doc.fillAndStroke(PAPER, stroke);
  else doc.stroke(stroke);
  doc.restore();
}
