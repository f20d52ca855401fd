import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";

export const ITEM_TYPES = ["book", "article"] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
export const TYPE_LABEL: Record<ItemType, string> = { book: "Livro", article: "Artigo" };

/** What an upload may become part of an item as. */
export const UPLOAD_KINDS = ["cover", "document"] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** The one article that visitors read, too, at /leitura. */
export const OPEN_READING = "1717-ou-1721";

const MEGABYTE = 1024 * 1024;

/** Largest uploads, in bytes, and what is said of larger ones. */
export const UPLOAD_LIMITS: Record<UploadKind, { bytes: number; message: string }> = {
  cover: { bytes: 5 * MEGABYTE, message: "A capa pode ter até 5 MB. Escolha uma imagem menor." },
  document: { bytes: 50 * MEGABYTE, message: "O arquivo pode ter até 50 MB. Escolha um menor." },
};

/** Largest body of an item with its text, in bytes. */
export const ITEM_BYTES = 512 * 1024;

const required = (max: number, missing: string, long: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(max, long);

const optional = (max: number, long: string) =>
  z
    .string()
    .trim()
    .max(max, long)
    .transform((value) => value || null);

const LINK_MESSAGE = "Use um endereço que comece com http:// ou https://";

/** An address of the web, written out whole; an empty one is none. */
const link = z
  .string()
  .trim()
  .max(1_000, "Endereço muito longo")
  .transform((value, context) => {
    if (value === "") return null;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const web = url && /^https?:$/.test(url.protocol) && url.hostname.includes(".") && !url.username && !url.password;
    if (web && /^https?:\/\//i.test(value)) return url.href;
    context.addIssue({ code: "custom", message: LINK_MESSAGE });
    return z.NEVER;
  });

/** What the form of an item holds, besides its files. */
export const itemFields = z.strictObject({
  type: z.enum(ITEM_TYPES, { error: "Escolha livro ou artigo" }),
  category: required(60, "Escolha uma categoria", "Nome da categoria muito longo"),
  title: required(200, "Título é obrigatório", "Título muito longo"),
  otherTitles: optional(300, "Texto muito longo (até 300 caracteres)"),
  author: required(150, "Autor é obrigatório", "Nome do autor muito longo"),
  year: optional(40, "Ano muito longo"),
  language: optional(40, "Idioma muito longo"),
  description: required(400, "Descrição é obrigatória", "Descrição muito longa (até 400 caracteres)"),
  about: optional(3_000, "Texto muito longo (até 3.000 caracteres)"),
  publicDomain: z.boolean(),
  /** For members of this degree and above; null for all. */
  degree: z.enum(DEGREES, "Escolha o grau").nullable().default(null),
  link,
  whereToFind: optional(600, "Texto muito longo (até 600 caracteres)"),
  text: optional(100_000, "Texto muito longo (até 100.000 caracteres)"),
});

/** A file of an item: left out, it stays as it is; null takes it away; an id puts an upload in its place. */
const file = z.uuid().nullable().optional();

export const newItemInput = itemFields.extend({ coverId: file, documentId: file });
/** `version` is the one that was read: a change made by somebody else in between is not overwritten. */
export const itemInput = newItemInput.extend({ version: z.int().min(1) });

export const itemParams = z.strictObject({ id: z.uuid() });
export const uploadParams = z.strictObject({ kind: z.enum(UPLOAD_KINDS) });
export const previewInput = itemFields.pick({ text: true });

export type ItemFields = z.input<typeof itemFields>;
export type NewItemInput = z.output<typeof newItemInput>;
export type ItemInput = z.output<typeof itemInput>;
export type PreviewInput = z.output<typeof previewInput>;
