import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";

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
  "member.create": "criou a conta de {member}",
  "member.role-change": "mudou a permissão de {member} de {from} para {to}",
  "member.degree-change": "mudou o grau de {member} de {from} para {to}",
  "member.sessions-end": "encerrou as sessões de {member}",
  "member.delete": "deletou {member}",
  "member.suspend": "suspendeu {member}",
  "member.suspension-lift": "reabriu a conta de {member}",
  "members.view": "consultou a lista de usuários",
  "degree-requests.view": "consultou os pedidos de grau",
  "degree-request.approve": "confirmou o grau de {member}: {degree}",
  "degree-request.refuse": "recusou o pedido de grau de {member}: {degree}",
  "mentor-candidates.view": "procurou usuários que podem ser mentores",
  "mentor.register": "cadastrou {member} como mentor",
  "mentor.activate": "ativou o mentor {member}",
  "mentor.deactivate": "desativou o mentor {member}",
  "sessions.view": "consultou o estado das sessões de mentoria",
  "question.undraw": "tirou do sorteio dos exames a questão “{title}”",
  "question.draw": "devolveu ao sorteio dos exames a questão “{title}”",
  "certificates.view": "consultou a lista de certificados",
  "certificate.revoke": "revogou um certificado de {member}",
  "certificate.reissue": "emitiu de novo um certificado de {member}",
  "library-item.create": "adicionou à biblioteca “{title}”",
  "library-item.update": "mudou na biblioteca “{title}”",
  "library-item.delete": "removeu da biblioteca “{title}”",
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
export const AUDIT_TARGETS = [
  "member",
  "members",
  "mentor",
  "library-item",
  "degree-request",
  "session",
  "certificate",
  "question",
  "contact-message",
  "newsletter",
] as const;
export type AuditTargetType = (typeof AUDIT_TARGETS)[number];

export type AuditDetails = Record<string, string | number | boolean | null>;

export const auditLogInput = z.strictObject({ after: cursor.optional() });
export type AuditLogInput = z.output<typeof auditLogInput>;
