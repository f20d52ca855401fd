import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";

/**
 * Every act that is recorded, and how the log words it: "{actor} {text}". `{member}` is the person concerned,
 * `{title}` and any other word in braces for the detail of that name. A new act is one line here, in the change that begins to write it down; the
 * database needs no change.
 */
export const AUDIT_ACTIONS = {
  "account.password-change": "trocou a própria senha",
  "account.password-reset": "trocou a própria senha pelo link de recuperação",
  "account.email-change": "trocou o próprio e-mail",
  "account.email-change-undo": "desfez a troca do próprio e-mail",
  "account.factor-add": "ativou um item da verificação em duas etapas",
  "account.factor-remove": "removeu um item da verificação em duas etapas",
  "account.recovery-codes": "gerou novos códigos de recuperação",
  "account.factors-reset-cancel": "cancelou o pedido para desligar a própria verificação em duas etapas",
  "member.factors-reset-request": "pediu para desligar a verificação em duas etapas de {member}",
  "member.factors-reset": "desligou a verificação em duas etapas de {member}",
  "account.delete": "excluiu a própria conta",
  "member.view": "abriu a página de {member}",
  "member.create": "criou a conta de {member}",
  "member.correct": "corrigiu {what} de {member}",
  "member.password-link": "enviou a {member} um link para uma senha nova",
  "member.confirmation-letter": "enviou de novo a {member} a carta que confirma o endereço",
  "member.role-change": "mudou a permissão de {member} de {from} para {to}",
  "member.degree-change": "mudou o grau de {member} de {from} para {to}",
  "member.sessions-end": "encerrou as sessões de {member}",
  "member.sessions-end-all": "encerrou as sessões de todos: {ended}",
  "member.delete": "deletou {member}",
  "member.suspend": "suspendeu {member}",
  "member.suspension-lift": "reabriu a conta de {member}",
  "admission.accept": "admitiu {member}",
  "admission.refuse": "recusou o pedido de admissão de {member}",
  "admissions.view": "consultou quem espera admissão",
  "lodge.create": "cadastrou a Loja “{title}”",
  "lodge.change": "corrigiu o registro da Loja “{title}”",
  "lodge.activate": "reativou a Loja “{title}”",
  "lodge.deactivate": "desativou a Loja “{title}”",
  "lodge.appoint": "deu a {member} o cargo de {office} na Loja “{title}”",
  "lodge.end-term": "encerrou o mandato de {member} como {office} na Loja “{title}”",
  "lodge.join-spelling": "juntou uma grafia à Loja “{title}”: {members}",
  "lodge.part-spelling": "separou uma grafia da Loja “{title}”: {members}",
  "contestation.answer": "respondeu a uma contestação de {member}",
  "own-lodge.view": "consultou o estudo dos irmãos da própria Loja",
  "lodge-members.view": "consultou os membros de uma Loja",
  "setting.change": "mudou a configuração “{title}” de {from} para {to}",
  "member.export": "baixou a lista de membros",
  "members.view": "consultou a lista de usuários",
  "degree-requests.view": "consultou os pedidos de grau",
  "degree-request.approve": "confirmou o grau de {member}: {degree}",
  "degree-request.refuse": "recusou o pedido de grau de {member}: {degree}",
  "mentor-candidates.view": "procurou usuários que podem ser mentores",
  "moderator-candidates.view": "procurou usuários que podem moderar uma sala",
  "mentor.register": "cadastrou {member} como mentor",
  "mentor.correct": "corrigiu o perfil do mentor {member}",
  "mentor.remove": "retirou {member} dos mentores",
  "mentor.activate": "ativou o mentor {member}",
  "mentor.deactivate": "desativou o mentor {member}",
  "mentorship-sessions.view": "consultou o estado das sessões de mentoria",
  "sessions.view": "consultou o estado das sessões de mentoria",
  "question.undraw": "tirou do sorteio dos exames a questão “{title}”",
  "question.draw": "devolveu ao sorteio dos exames a questão “{title}”",
  "certificates.view": "consultou a lista de certificados",
  "certificate.revoke": "revogou um certificado de {member}",
  "certificate.reissue": "emitiu de novo um certificado de {member}",
  "author.give": "deu a {member} o papel de {part}",
  "author.take": "tirou de {member} o papel de {part}",
  "text.publish": "publicou a versão {version} de “{title}”",
  "text.schedule": "marcou para {at} a publicação de “{title}”",
  "text.retire": "retirou dos leitores “{title}”",
  "text.bring-back": "trouxe de volta aos leitores “{title}”",
  "text.move": "mudou “{title}” do lugar {from} para o {to} do módulo",
  "text.module-start": "começou o módulo “{title}”",
  "text.module-change": "mudou o título, a descrição ou os pré-requisitos do módulo “{title}”",
  "text.module-move": "mudou o módulo “{title}” do lugar {from} para o {to} do grau",
  "text.module-remove": "apagou o módulo “{title}”, sem lições",
  "library-item.create": "adicionou à biblioteca “{title}”",
  "library-item.update": "mudou na biblioteca “{title}”",
  "library-item.delete": "removeu da biblioteca “{title}”",
  "contact-messages.view": "consultou as mensagens de contato",
  "contact-message.handle": "tratou uma mensagem de contato",
  "contact-message.delete": "excluiu uma mensagem de contato",
  "community.post-hide": "ocultou uma mensagem de {member} na comunidade, sala {board}",
  "community.post-show": "deixou à vista uma mensagem de {member} na comunidade, sala {board}",
  "community.post-word": "escreveu a {member} sobre uma mensagem na comunidade, sala {board}",
  "community.topic-hide": "ocultou um assunto da comunidade, sala {board}",
  "community.topic-show": "mostrou de novo um assunto da comunidade, sala {board}",
  "community.topic-lock": "fechou um assunto da comunidade, sala {board}",
  "community.topic-unlock": "reabriu um assunto da comunidade, sala {board}",
  "community.topic-pin": "fixou um assunto da comunidade, sala {board}",
  "community.topic-unpin": "soltou um assunto da comunidade, sala {board}",
  "community.topic-move": "moveu um assunto da comunidade da sala {from} para a sala {to}",
  "community.topic-retitle": "mudou o título de um assunto da comunidade, sala {board}",
  "community.topic-split": "separou mensagens de um assunto da comunidade, sala {board}: {posts}",
  "community.board-create": "abriu a sala “{title}” na comunidade",
  "community.board-change": "mudou a sala “{title}” da comunidade",
  "community.moderator-add": "deu a {member} a moderação da sala “{title}”",
  "community.moderator-remove": "tirou de {member} a moderação da sala “{title}”",
  "announcement.publish": "publicou o aviso “{title}”",
  "announcement.change": "mudou o aviso “{title}”",
  "announcement.pause": "pausou o envio de “{title}”",
  "announcement.resume": "retomou o envio de “{title}”",
  "announcement.delete": "tirou o aviso “{title}”",
  "invitation.send": "enviou convites: {count}",
  "invitation.stop": "parou o envio de convites: {sent} de {total}",
  "invitation.resend": "enviou de novo um convite",
  "invitation.correct": "corrigiu o endereço de um convite e o enviou",
  "invitation.withdraw": "retirou um convite",
  "invitation.accept": "aceitou um convite, com o grau de {degree}",
  "invitations.view": "consultou os convites",
  "letters.view": "consultou as cartas que não chegam",
  "newsletter.view": "consultou a lista de assinantes do boletim",
  "newsletter.export": "baixou a lista de assinantes do boletim",
  "newsletter.delete": "excluiu um endereço do boletim",
  "audit.view": "procurou uma pessoa no registro de ações",
  "audit.export": "baixou o registro de ações",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Names that acts had once: the log cannot be changed, so its old rows keep them. */
export const FORMER_ACTIONS: AuditAction[] = ["sessions.view"];

export const isAuditAction = (value: string): value is AuditAction => value in AUDIT_ACTIONS;

/** What an act was done to. */
export const AUDIT_TARGETS = [
  "member",
  "members",
  "mentor",
  "library-item",
  "degree-request",
  "mentorship-session",
  "certificate",
  "question",
  "module",
  "lesson",
  "study",
  "document",
  "term",
  "article",
  "contact-message",
  "newsletter",
  "announcement",
  "community-post",
  "community-topic",
  "community-board",
  "setting",
  "lodge",
  "audit-log",
  "invitation",
] as const;
export type AuditTargetType = (typeof AUDIT_TARGETS)[number];

export type AuditDetails = Record<string, string | number | boolean | null>;

/** What the log shows of whoever is gone. */
export const REMOVED_MEMBER = "Membro removido";
/** The actor of what was done by a command on the server. */
export const OPERATOR = "Operador do servidor";

/** The kinds of acts by which the log is narrowed: the first word of an act, or that it was only a look. */
export const AUDIT_KINDS = {
  account: "Contas, pelos próprios membros",
  member: "Usuários: permissão, grau, suspensão",
  "degree-request": "Pedidos de grau",
  mentor: "Mentores",
  question: "Questões dos exames",
  author: "Autores e revisores",
  text: "Lições e questões, pelos seus autores",
  certificate: "Certificados",
  "library-item": "Biblioteca",
  "contact-message": "Mensagens de contato",
  newsletter: "Boletim",
  announcement: "Avisos",
  invitation: "Convites",
  community: "Comunidade",
  admission: "Admissão",
  lodge: "Lojas e oficiais",
  contestation: "Contestações",
  setting: "Configurações",
  audit: "Este registro",
  view: "Consultas a dados de pessoas",
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

export const kindOf = (action: AuditAction): AuditKind =>
  (action.endsWith(".view") ? "view" : action.slice(0, action.indexOf("."))) as AuditKind;

const person = z
  .string()
  .transform((text) => text.replace(/\p{Cc}/gu, " ").trim())
  .pipe(z.string().max(SEARCH_LENGTH, SEARCH_TOO_LONG));

const day = z.iso
  .date("Escolha uma data")
  .refine((date) => date >= "2000" && date < "2200", "Escolha uma data entre 2000 e 2199");

const filter = z.strictObject({
  /** Who acted: an address, or words of a name. Addresses of members who are gone are found too. */
  actor: person.optional(),
  /** Whom it is about. */
  member: person.optional(),
  kind: z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]], "Tipo de ação desconhecido").optional(),
  /** First and last day, in Brazil's time. */
  from: day.optional(),
  until: day.optional(),
});

const inOrder = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => !from || !until || from <= until;
const WRONG_ORDER = { error: "A data final vem antes da inicial", path: ["until"] };

/** Travels in the body, never in an address: whom one looks for reveals who belongs to the order (ASVS 14.2.1). */
export const auditSearchInput = filter.extend({ after: cursor.optional() }).refine(inOrder, WRONG_ORDER);
export const auditExportInput = filter.refine(inOrder, WRONG_ORDER);
export type AuditSearchInput = z.output<typeof auditSearchInput>;
export type AuditFilter = z.output<typeof auditExportInput>;
