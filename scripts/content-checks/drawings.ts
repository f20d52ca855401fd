/** Largest drawing: it is set into the page's HTML, so every reader of the lesson downloads it. */
const LARGEST_BYTES = 40_000;

/** What an SVG may not carry, because it becomes part of the page: code, styles of its own, anything from outside. */
const NOT_ALLOWED: [RegExp, string][] = [
  [/<script\b/i, "has a script element"],
  [/<style\b/i, "has a style element"],
  [/\sstyle\s*=/i, "has a style attribute"],
  [/\son[a-z]+\s*=/i, "has an event attribute"],
  [/<(?:image|foreignObject|iframe|a)\b/i, "has an image, foreignObject, iframe or link"],
  [/<!DOCTYPE|<!ENTITY/i, "has a DOCTYPE or an entity"],
  [/(?:href|src)\s*=\s*["'](?!#)/i, "refers to something outside itself"],
  [/url\(\s*["']?(?!#)/i, "refers to something outside itself by url()"],
];

/** How wide a drawing is in a text on a phone of 360 px (`.text .plate` in src/ui/styles/prose.css), and the smallest letters it may have there. */
const PHONE_WIDTH = 318;
const SMALLEST_LETTERS = 11;

/** Letters that would be too small on a phone: they are as much smaller than their size says as the drawing is narrower than its view box. */
function checkLetters(svg: string): string[] {
  const [, box = ""] = /viewBox="([^"]+)"/.exec(svg) ?? [];
  const width = Number(box.split(" ")[2]);
  const texts = svg.match(/<text\b[^>]*>/g) ?? [];
  if (texts.length > 0 && !(width > 0)) return ["has letters and no view box"];
  const findings: string[] = [];
  if (texts.some((text) => !/\sfont-size="[\d.]+"/.test(text))) findings.push("has letters that do not say their size");
  if (/<g\b[^>]*\bscale\([^>]*>(?:(?!<\/g>)[\s\S])*<text/.test(svg))
    findings.push("has letters within what is scaled, which cannot be measured");
  const smallest = Math.min(...[...svg.matchAll(/\sfont-size="([\d.]+)"/g)].map(([, size]) => Number(size)));
  const shown = (smallest * PHONE_WIDTH) / width;
  if (shown < SMALLEST_LETTERS)
    findings.push(`has letters of ${shown.toFixed(1)} px on a phone of 360; at least ${SMALLEST_LETTERS} wanted`);
  return findings;
}

/** What is wrong with the source of a drawing. */
export function checkSvg(svg: string): string[] {
  const findings = NOT_ALLOWED.filter(([pattern]) => pattern.test(svg)).map(([, message]) => message);
  if (!svg.trim().startsWith("<svg ")) findings.push('does not begin with "<svg " (the renderer sets its description there)');
  const bytes = Buffer.byteLength(svg);
  if (bytes >= LARGEST_BYTES) findings.push(`has ${bytes} bytes; under ${LARGEST_BYTES} wanted`);
  return [...findings, ...checkLetters(svg)];
}
