import { encode } from "uqr";
import { longDate } from "#app/lib/format.ts";
import type { OwnCertificate } from "../certificates.answers.ts";
import plate from "../sheet/plate.svg?url";
import { MARK, QR, RULES, SHEET, type SheetText, sheetTexts } from "../sheet/sheet.ts";
import styles from "./certificate-sheet.module.css";

/** About what Playfair's letters take of their size; the PDF measures them. */
const NAME_LETTER = 0.5;

/**
 * Slope and weight, and the size that the letters are drawn for: left to itself the browser takes the millimetres of the sheet for it
 * (scripts/subset-fonts.ts has the same cuts for the PDF).
 */
const CUT: Record<SheetText["cut"], { font: string; opticalSize: number }> = {
  title: { font: "430", opticalSize: 60 },
  name: { font: "440", opticalSize: 44 },
  figures: { font: "480", opticalSize: 28 },
  text: { font: "400", opticalSize: 16 },
  label: { font: "600", opticalSize: 12 },
  italic: { font: "italic 400", opticalSize: 14 },
};

/** The sheet as the PDF prints it, in millimetres. */
export function CertificateSheet({ certificate }: { certificate: OwnCertificate }) {
  const { address, issuedAt, holderName } = certificate;
  const facts = { ...certificate, issuedOn: longDate(new Date(issuedAt)) };
  const lines = sheetTexts(facts, `${new URL(address).host}/certificado`, (text) => text.length * NAME_LETTER);
  const { data, size } = encode(address, { ecc: "M", border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <figure className={styles.sheet}>
      <svg viewBox={`0 0 ${SHEET.width} ${SHEET.height}`} role="img" aria-label={`Certificado de estudo de ${holderName}`}>
        <image href={plate} width={SHEET.width} height={SHEET.height} />
        {RULES.map(({ d, width, gold }) => (
          <path key={d} d={d} fill="none" stroke={gold ? SHEET.gold : SHEET.ink} strokeWidth={width} />
        ))}
        {lines.map(({ text, x, y, cut, size: letters, anchor, spacing, lining }) => (
          <text
            key={`${x} ${y}`}
            x={x}
            y={y}
            fill={SHEET.ink}
            textAnchor={anchor}
            style={{
              font: `${CUT[cut].font} ${letters}px var(--serif)`,
              fontVariationSettings: `"opsz" ${CUT[cut].opticalSize}`,
              letterSpacing: spacing && `${spacing}px`,
              fontVariantNumeric: lining ? "lining-nums" : "oldstyle-nums",
            }}
          >
            {text}
          </text>
        ))}
        <g transform={`translate(${QR.x} ${QR.y}) scale(${QR.size / size})`}>
          <path d={dark.join("")} fill={SHEET.ink} shapeRendering="crispEdges" />
        </g>
        <g transform={`translate(${MARK.x} ${MARK.y}) scale(${MARK.scale})`}>
          <path d={MARK.stones} fill={SHEET.ink} />
          <path d={MARK.keystone} fill={SHEET.keystone} />
        </g>
      </svg>
    </figure>
  );
}
