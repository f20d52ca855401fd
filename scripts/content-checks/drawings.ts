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

/** What is wrong with the source of a drawing. */
export function checkSvg(svg: string): string[] {
  const findings = NOT_ALLOWED.filter(([pattern]) => pattern.test(svg)).map(([, message]) => message);
  if (!svg.trim().startsWith("<svg ")) findings.push('does not begin with "<svg " (the renderer sets its description there)');
  const bytes = Buffer.byteLength(svg);
  if (bytes >= LARGEST_BYTES) findings.push(`has ${bytes} bytes; under ${LARGEST_BYTES} wanted`);
  return findings;
}
