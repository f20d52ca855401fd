import { z } from "zod";

/**
 * Every act that is written down, and how the log tells it: "{actor} {text}". `{member}` stands for the person concerned,
 * `{title}` and any other word in braces for the detail of that name. A new act is one line here; the database needs no change.
 */
export const AUDIT_ACTIONS = {
  "account.password-change": "trocou a própria senha",
  "account.delete": "excluiu a própria conta",
  "member.create": "criou a conta de {member}",
  "member.role-change": "mudou a permissão de {member} de {from} para {to}",
  "member.degree-change": "mudou o grau de {member} de {from} para {to}",
  "member.sessions-end": "encerrou as sessões de {member}",
  "member.delete": "deletou {member}",
  "members.view": "consultou a lista de usuários",
  "degree-requests.view": "consultou os pedidos de grau",
  "degree-request.approve": "confirmou o grau de {member}: {degree}",
  "degree-request.refuse": "recusou o pedido de grau de {member}: {degree}",
  "mentor-candidates.view": "procurou usuários que podem ser mentores",
  "mentor.register": "cadastrou {member} como mentor",
  "mentor.update": "mudou o cadastro de mentor de {member}",
  "mentor.activate": "ativou o mentor {member}",
  "mentor.deactivate": "desativou o mentor {member}",
  "sessions.view": "consultou o estado das sessões de mentoria",
  "session.cancel": "cancelou uma sessão de mentoria de {member}",
  "library-item.create": "adicionou à biblioteca “{title}”",
  "library-item.update": "mudou na biblioteca “{title}”",
  "library-item.delete": "removeu da biblioteca “{title}”",
  "lesson.publish": "publicou a lição “{title}”",
  "question.publish": "publicou uma questão de “{title}”",
  "module.update": "mudou o módulo “{title}”",
  "term.create": "criou o verbete “{title}”",
  "term.update": "mudou o verbete “{title}”",
  "term.delete": "removeu o verbete “{title}”",
  "term-suggestion.approve": "aprovou a sugestão de verbete “{title}”",
  "term-suggestion.refuse": "recusou a sugestão de verbete “{title}”",
  "certificate.revoke": "revogou um certificado de {member}",
  "topic.moderate": "moderou o tópico “{title}”",
  "topic.delete": "removeu o tópico “{title}”",
  "reply.delete": "removeu uma resposta no tópico “{title}”",
  "report.resolve": "resolveu uma denúncia",
  "contact-messages.view": "consultou as mensagens de contato",
  "contact-message.handle": "tratou uma mensagem de contato",
  "contact-message.delete": "apagou uma mensagem de contato",
  "newsletter.view": "consultou a lista de assinantes do boletim",
  "newsletter.export": "baixou a lista de assinantes do boletim",
  "newsletter.delete": "apagou um endereço do boletim",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const isAuditAction = (value: string): value is AuditAction => value in AUDIT_ACTIONS;

/** What an act was done to. */
export type AuditTargetType =
  | "member"
  | "members"
  | "mentor"
  | "library-item"
  | "degree-request"
  | "session"
  | "lesson"
  | "module"
  | "question"
  | "term"
  | "term-suggestion"
  | "certificate"
  | "topic"
  | "reply"
  | "report"
  | "contact-message"
  | "newsletter";

export type AuditDetails = Record<string, string | number | boolean | null>;

/** Pages of the log, newest first: `before` is the `next` of the page before. */
export const auditLogInput = z.strictObject({ before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() });
export type AuditLogInput = z.output<typeof auditLogInput>;
