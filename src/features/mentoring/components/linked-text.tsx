import { partsWithLinks } from "./words.ts";

/** What somebody wrote, with its addresses as links. */
export function LinkedText({ text: written }: { text: string }) {
  return partsWithLinks(written).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <a key={index} href={href} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    ) : (
      text
    ),
  );
}
