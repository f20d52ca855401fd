import { z } from "zod";

/** How people come in. */
export const ADMISSIONS = ["open", "approval", "invitation"] as const;

type Choice<Value extends string> = {
  kind: "choice";
  title: string;
  schema: z.ZodType<Value>;
  /** What each value is called and what follows from it, in the order in which they are offered. */
  options: Record<Value, { label: string; meaning: string }>;
  byDefault: (production: boolean) => Value;
};

type Line = {
  kind: "line";
  title: string;
  schema: z.ZodType<string>;
  meaning: string;
  /** What holds while it is empty. */
  empty: string;
  byDefault: (production: boolean) => string;
};

const choice = <Value extends string>(
  setting: Pick<Choice<Value>, "title" | "options"> & { byDefault: (production: boolean) => NoInfer<Value> },
): Choice<Value> => ({
  kind: "choice",
  schema: z.enum(Object.keys(setting.options) as Value[], "Escolha uma das opções."),
  ...setting,
});

const line = ({
  max,
  email = false,
  ...setting
}: Omit<Line, "kind" | "schema" | "byDefault"> & { max: number; email?: boolean }): Line => ({
  kind: "line",
  schema: z
    .string()
    .max(max, `Use no máximo ${max} caracteres.`)
    .transform((value) => value.replace(/\p{Cc}/gu, " ").trim())
    .refine(
      (value) => !email || value === "" || z.email().safeParse(value).success,
      "Escreva um e-mail, como nome@dominio.org.br.",
    ),
  byDefault: () => "",
  ...setting,
});

/**
 * What the academy decides for itself, each with its default and what it means in words. A new setting is one entry here: the page, the API,
 * the audit and `ctx.settings()` follow. What the machine needs (database, mail server, secrets) is environment (src/server/env.ts).
 */
export const SETTINGS = {
  admission: choice({
    title: "Admissão",
    options: {
      open: { label: "Aberta", meaning: "Basta confirmar o endereço. Ninguém confere quem é." },
      approval: { label: "Com aprovação", meaning: "Um oficial da Loja ou um administrador aceita cada um." },
      invitation: { label: "Por convite", meaning: "O cadastro público se fecha. Só entra quem recebeu um convite." },
    },
    byDefault: (production) => (production ? "approval" : "open"),
  }),
  secondFactor: choice({
    title: "Segundo fator",
    options: {
      nobody: { label: "Ninguém é obrigado", meaning: "Cada um usa se quiser. A senha basta também para administrar." },
      administrators: {
        label: "Administradores",
        meaning: "Quem administra só o faz depois de mostrar o segundo fator; até lá, é um membro como os outros.",
      },
      officers: {
        label: "Administradores e oficiais",
        meaning: "Vale também para os oficiais das Lojas: sem o segundo fator não veem nem decidem nada da Loja.",
      },
    },
    byDefault: (production) => (production ? "administrators" : "nobody"),
  }),
  ownReview: choice({
    title: "Revisão dos textos",
    options: {
      refused: { label: "Por outra pessoa", meaning: "O que um autor escreve, outro revisa e publica." },
      allowed: {
        label: "Também pelo autor",
        meaning: "Para a casa de um autor só: quem escreve pode publicar, e a história diz que ninguém mais leu.",
      },
    },
    byDefault: () => "refused",
  }),
  offline: choice({
    title: "Leitura sem rede",
    options: {
      allowed: {
        label: "Permitida",
        meaning: "Um membro pode guardar lições no aparelho, cifradas, por quatorze dias sem rede.",
      },
      refused: {
        label: "Desligada",
        meaning: "Nenhum aparelho guarda nada: o que já está guardado some quando o aparelho voltar à rede.",
      },
    },
    byDefault: () => "allowed",
  }),
  senderName: line({
    title: "Quem assina as cartas",
    meaning:
      "O nome que aparece como remetente, também na tela bloqueada do telefone: sem o nome da Ordem. Vazio, vale o que o servidor tem; o endereço é sempre o do servidor.",
    empty: "o que o servidor tem",
    max: 60,
  }),
  controller: line({
    title: "Controladora dos dados",
    meaning: "Quem responde pelos dados perante a lei: o nome, e se quiser o endereço postal. Lê-se na Política de Privacidade.",
    empty: "não indicada",
    max: 200,
  }),
  dataOfficer: line({
    title: "Encarregado de dados",
    meaning: "O nome de quem atende os pedidos sobre dados pessoais. Lê-se na Política de Privacidade.",
    empty: "não indicado",
    max: 100,
  }),
  dataOfficerEmail: line({
    title: "E-mail do encarregado",
    meaning: "Para onde os membros lhe escrevem. Lê-se na Política de Privacidade; vazio, ela os manda à página de contato.",
    empty: "a página de contato",
    max: 254,
    email: true,
  }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
/** The values that hold now. */
export type Settings = { -readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]["schema"]> };

export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

export const settingParams = z.strictObject({ key: z.enum(SETTING_KEYS) });
/** The value is judged by its setting. */
export const settingInput = z.strictObject({ value: z.string().max(500, "Use no máximo 500 caracteres.") });

/** What a value is called: a choice by its label, a line by itself. */
export function wordsOf(key: SettingKey, value: string): string {
  const setting: Choice<string> | Line = SETTINGS[key];
  return setting.kind === "choice" ? (setting.options[value]?.label ?? value) : value || setting.empty;
}
