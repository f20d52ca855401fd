/**
 * Makes the fonts in src/ui/fonts, and those of the certificate's PDF, from Fontsource's files: Latin letters of the interface only, and of Playfair's axes just the
 * ranges the design uses. Run by hand when the design's type changes; the results are committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";

const root = join(import.meta.dirname, "..");
const latin = [...Array(0x7e - 0x20 + 1).keys()].map((offset) => String.fromCodePoint(0x20 + offset)).join("");
const letters = `${latin}ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúüÑñÈèÆæŒœÖöÄäËëÏïªº°§«»“”‘’‚„–—…•·×−→←½¼¾ 	`;

const files = [
  {
    from: "playfair/files/playfair-latin-opsz-normal.woff2",
    to: "playfair-roman.woff2",
    axes: { wght: { min: 400, max: 650 }, opsz: { min: 12, max: 60 } },
  },
  {
    from: "playfair/files/playfair-latin-opsz-italic.woff2",
    to: "playfair-italic.woff2",
    axes: { wght: { min: 400, max: 600 }, opsz: { min: 12, max: 40 } },
  },
  {
    from: "commissioner/files/commissioner-latin-wght-normal.woff2",
    to: "commissioner.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** Fixed cuts of Playfair for the certificate's PDF, which takes no variable fonts: one for each size that the sheet sets. */
const cuts = {
  title: { wght: 430, opsz: 60 },
  name: { wght: 440, opsz: 44 },
  figures: { wght: 480, opsz: 28 },
  text: { wght: 400, opsz: 16 },
  label: { wght: 600, opsz: 12 },
  italic: { wght: 400, opsz: 14 },
};

/** The letters of a name may be any of Latin-1. */
const names = Array.from({ length: 0xff - 0xc0 + 1 }, (_, offset) => String.fromCodePoint(0xc0 + offset)).join("");
for (const [cut, axes] of Object.entries(cuts)) {
  const slope = cut === "italic" ? "italic" : "normal";
  const source = readFileSync(join(root, `node_modules/@fontsource-variable/playfair/files/playfair-latin-opsz-${slope}.woff2`));
  const subset = await subsetFont(source, letters + names, { targetFormat: "truetype", variationAxes: axes });
  writeFileSync(join(root, "src/features/certificates/sheet/fonts", `playfair-${cut}.ttf`), subset);
  console.log(`playfair-${cut}.ttf: ${source.length} -> ${subset.length} bytes`);
}

for (const { from, to, axes } of files) {
  const source = readFileSync(join(root, "node_modules/@fontsource-variable", from));
  const subset = await subsetFont(source, letters, { targetFormat: "woff2", variationAxes: axes });
  writeFileSync(join(root, "src/ui/fonts", to), subset);
  console.log(`${to}: ${source.length} -> ${subset.length} bytes`);
}
