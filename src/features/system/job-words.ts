import type { JobPayloads } from "#app/server/jobs/jobs.ts";

/** What each background task does, for the operator; the log has its name. */
const JOB_WORDS: Record<keyof JobPayloads, string> = {
  "deliver-mail": "Envio de cartas",
  "push-notice": "Avisos nos aparelhos",
  "tell-of-post": "Avisos da comunidade",
  "send-digests": "Resumos do dia por e-mail",
  "tell-announcement": "Avisos da administração a cada membro",
  "recover-password": "Recuperação de senha",
  "subscribe-newsletter": "Confirmação do boletim",
  "remind-mentoring": "Lembretes da mentoria",
  "remind-reviews": "Lembretes da revisão",
  "reset-due-factors": "Pedidos para desligar o segundo fator",
  "close-exams": "Encerramento de exames",
  "purge-expired": "Limpeza do que venceu",
  "purge-files": "Limpeza de arquivos",
  "purge-newsletter": "Limpeza do boletim",
  "purge-contact-messages": "Limpeza das mensagens de contato",
  "back-up-daily": "Cópia de segurança do dia",
};

/** A task's words and its name; the name alone of one that a newer or older version queued. */
export const jobInWords = (name: string): string =>
  Object.hasOwn(JOB_WORDS, name) ? `${JOB_WORDS[name as keyof JobPayloads]} (${name})` : name;
