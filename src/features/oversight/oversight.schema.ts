import { z } from "zod";
import { YOUR_CORRECTED } from "#app/features/account/profile.schema.ts";
import type { AuditAction } from "#app/features/audit/audit.schema.ts";
import { cursor } from "#app/lib/cursor.ts";

/** What others did about a member that the member reads, in words to them. Their own acts, and those of the moderators, they know already. */
export const ACTS_ABOUT = {
  "member.view": "abriu a sua página",
  "member.create": "criou a sua conta",
  "member.correct": `corrigiu ${YOUR_CORRECTED}`,
  "member.password-link": "enviou a você um link para uma senha nova",
  "member.confirmation-letter": "enviou de novo a você a carta que confirma o endereço",
  "member.role-change": "mudou a sua permissão",
  "member.degree-change": "mudou o seu grau",
  "member.sessions-end": "encerrou as suas sessões",
  "member.suspend": "suspendeu a sua conta",
  "member.suspension-lift": "reabriu a sua conta",
  "member.factors-reset-request": "pediu para desligar a sua verificação em duas etapas",
  "member.factors-reset": "desligou a sua verificação em duas etapas",
  "degree-request.approve": "confirmou o seu grau",
  "degree-request.refuse": "recusou o seu pedido de grau",
  "admission.accept": "admitiu você",
  "admission.refuse": "recusou o seu pedido de admissão",
  "lodge.appoint": "registrou um cargo seu",
  "lodge.end-term": "encerrou um mandato seu",
  "mentor.register": "cadastrou você como mentor",
  "mentor.correct": "corrigiu o seu perfil de mentor",
  "mentor.remove": "retirou o seu cadastro de mentor",
  "mentor.activate": "ativou o seu cadastro de mentor",
  "mentor.deactivate": "desativou o seu cadastro de mentor",
  "certificate.revoke": "revogou um certificado seu",
  "certificate.reissue": "emitiu de novo um certificado seu",
} as const satisfies Partial<Record<AuditAction, string>>;

/** A look at the list of the Lodge's brothers, the member among them. */
export const LODGE_LOOK = "own-lodge.view" as const satisfies AuditAction;
export const LODGE_LOOK_WORDS = "consultou o estudo dos irmãos da sua Loja";

/** Who sees what of a member, and what not: the page says it, and the code behind it is what is named beside it. */
export const WHO_SEES: { who: string; sees: string; not: string }[] = [
  {
    who: "Irmãos da comunidade",
    sees: "O nome com que você assina, o grau e, se você quiser, a Loja",
    not: "E-mail, nome completo, estudo",
  },
  {
    // day.answers.ts, of mentoring
    who: "O seu mentor",
    sees: "Nome, e-mail, grau, Loja e o que você lhe escreve; depois de aceitar uma sessão, quantas lições você concluiu e qual está lendo",
    not: "Respostas, exames, as suas anotações",
  },
  {
    // reading-groups.answers.ts
    who: "Os irmãos de um grupo de leitura de que você participa",
    sees: "Só se você quiser: o seu nome nos textos das semanas já começadas que você leu",
    not: "Nada, se você não quiser; o oficial que abriu o grupo não vê mais que os outros",
  },
  {
    // own-lodge.answers.ts
    who: "Os oficiais da sua Loja, no cargo",
    sees: "Nome, grau e quem o confirmou, as lições concluídas de cada módulo, exames aprovados, último acesso; os seus pedidos de admissão e de grau",
    not: "E-mail, respostas, anotações, a mentoria; nada, no dia em que você muda de Loja",
  },
  {
    who: "Os administradores",
    sees: "O cadastro, o e-mail, o grau e quem o confirmou, os pedidos, as datas, as lições concluídas de cada módulo, os resultados dos exames, os certificados, o estado das sessões de mentoria, o que outros fizeram sobre você",
    not: "Senha, respostas, anotações, as palavras da mentoria",
  },
];

export const ABOUT = ["look", "facts", "other"] as const;
export type About = (typeof ABOUT)[number];
export const ABOUT_LABEL: Record<About, string> = {
  look: "Não vejo razão para terem olhado",
  facts: "O grau, a Loja ou outro dado está errado",
  other: "Outra coisa",
};

/** Days within which an answer is promised. */
export const PROMISED_DAYS = 15;

const words = (missing: string) =>
  z
    .string({ error: missing })
    .max(2_000, "Use no máximo 2.000 caracteres")
    .transform((value) => value.replaceAll("\u0000", "").trim())
    .pipe(z.string().min(3, missing));

export const contestationInput = z.strictObject({
  /** The line of the log that it is about, or none. */
  lineId: z.int().positive().nullable(),
  about: z.enum(ABOUT, "Escolha o que está errado"),
  words: words("Escreva uma palavra"),
});
export type ContestationInput = z.output<typeof contestationInput>;

export const answerInput = z.strictObject({ answer: words("Escreva a resposta") });
export const contestationParams = z.strictObject({ contestationId: z.uuid() });
export const linesInput = z.strictObject({ after: cursor.optional() });
