/**
 * The name of a picture in a text, as in `imagem:3f0c9a51b27e84d6-1600x1067`: the beginning of a hash of what it is (src/content/pictures.ts), and its
 * measures, so that a text is rendered, with room kept for its pictures, without asking anything.
 */
const ID = "[0-9a-f]{16}-[1-9]\\d{0,3}x[1-9]\\d{0,3}";

export const PICTURE_ID = new RegExp(`^${ID}$`);

/** The longest side of a picture, in points: as wide as a text is on a fine screen. */
export const PICTURE_SIDE = 1_600;

const ADDRESS = "/api/pictures/";

export const pictureAddress = (id: string): string => ADDRESS + id;

export const isPictureAddress = (address: string): boolean => address.startsWith(ADDRESS);

/** Width and height, from the name. */
export function measuresOfPicture(id: string): { width: number; height: number } {
  const [width, height] = id.slice(id.indexOf("-") + 1).split("x");
  return { width: Number(width), height: Number(height) };
}

const all = (text: string, pattern: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(pattern, "g"))].map(([, id]) => id!)),
];

/** The pictures that a text names, from its Markdown. */
export const picturesNamedIn = (markdown: string): string[] => all(markdown, `\\(imagem:(${ID})[ )]`);

/** The pictures that a page shows, from its HTML. */
export const picturesShownIn = (html: string): string[] => all(html, `"${ADDRESS}(${ID})"`);

/** SQL's pattern of a picture's name in a text. */
export const PICTURE_MENTION = "imagem:([0-9a-f]{16}-[0-9]{1,4}x[0-9]{1,4})";
