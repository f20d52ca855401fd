import type { JobPayloads } from "#app/server/jobs/jobs.ts";

/** What each background task does, for the operator; the log has its name. */
const JOB_WORDS: Record<keyof JobPayloads, string> = {
  "deliver-mail": "envio de cartas",
  "push-notice": "avisos nos aparelhos",
  "tell-of-posts": "avisos da comunidade",
  "send-digests": "resumos do dia por e-mail",
  "write-weekly-letters": "cartas da semana",
  "tell-of-week": "o caminho da semana, às segundas",
  "send-announcements": "cartas da administração",
  "tell-announcement": "avisos da administração a cada membro",
  "recover-password": "recuperação de senha",
  "subscribe-newsletter": "confirmação do boletim",
  "tell-deciders": "lembretes a quem decide admissões",
  "remind-terms": "lembretes de mandatos que terminam",
  "purge-refused": "limpeza dos pedidos de admissão recusados",
  "send-invitations": "envio de convites",
  "remind-mentoring": "lembretes da mentoria",
  "remind-reviews": "lembretes da revisão",
  "remind-reading-groups": "lembretes da leitura em grupo",
  "reset-due-factors": "pedidos para desligar o segundo fator",
  "close-exams": "encerramento de exames",
  "publish-due": "publicação de textos na hora marcada",
  "purge-expired": "limpeza do que venceu",
  "purge-files": "limpeza de arquivos",
  "purge-newsletter": "limpeza do boletim",
  "purge-contact-messages": "limpeza das mensagens de contato",
  "back-up-daily": "cópia de segurança do dia",
};

/** A task's words and its name; the name alone of one that a newer or older version queued. */
export function jobInWords(name: string): string {
  if (!Object.hasOwn(JOB_WORDS, name)) return name;
  const words = JOB_WORDS[name as keyof JobPayloads];
  return `${words[0]!.toUpperCase()}${words.slice(1)} (${name})`;
}
