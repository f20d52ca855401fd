import { encode } from "uqr";
import { longDate } from "#app/lib/format.ts";
import type { OwnCertificate } from "../certificates.answers.ts";
import plate from "../sheet/plate.svg?url";
import { MARK, QR, RULES, SHEET, type SheetText, sheetTexts } from "../sheet/sheet.ts";
import styles from "./certificate-sheet.module.css";

/** About what Playfair's letters take of their size; the PDF measures them. */
const NAME_LETTER = 0.5;

const SLOPE: Record<SheetText["cut"], string> = {
  title: "430",
  name: "440",
  figures: "480",
  text: "400",
  label: "600",
  italic: "italic 400",
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
              font: `${SLOPE[cut]} ${letters}px var(--serif)`,
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
