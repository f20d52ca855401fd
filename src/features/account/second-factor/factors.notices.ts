import { momentInBrasilia } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { NoFacts, Notice, Notices } from "#app/server/notify/notice.ts";
import type { FactorKind } from "./factors.table.ts";

const FACTOR_IN_WORDS: Record<FactorKind, string> = { totp: "um aplicativo autenticador", passkey: "uma chave de acesso" };
const NOT_ME = "Se não foi você, entre em Minha conta, confira a lista e troque a senha. Depois avise a administração.";

/** News of the second factor: it guards the account, so that nobody switches it off (ASVS 6.3.7). */
const news = <Facts>(title: string, text: (facts: Facts) => string, footer = NOT_ME): Notice<Facts> => ({
  to: "member",
  topic: "security",
  title,
  link: () => ({ label: "Abrir Minha conta", path: "/conta#duas-etapas" }),
  letter: (facts) => ({ paragraphs: [text(facts)], footer }),
});

export const SECOND_FACTOR_NOTICES: Notices<{
  "factor-added": { factor: FactorKind };
  "factor-removed": { factor: FactorKind };
  "recovery-codes-renewed": NoFacts;
  "recovery-code-used": { left: number };
  "factors-reset-requested": { dueAt: string };
  "factors-reset-cancelled": NoFacts;
  "factors-reset": NoFacts;
}> = {
  "factor-added": news(
    "Verificação em duas etapas: item adicionado",
    ({ factor }) => `A sua conta passou a usar ${FACTOR_IN_WORDS[factor]} para confirmar que é você.`,
  ),
  "factor-removed": news(
    "Verificação em duas etapas: item excluído",
    ({ factor }) => `A sua conta deixou de usar ${FACTOR_IN_WORDS[factor]} para confirmar que é você.`,
  ),
  "recovery-codes-renewed": news(
    "Novos códigos de recuperação",
    () => "A sua conta tem dez códigos de recuperação novos. Os anteriores não valem mais.",
  ),
  "recovery-code-used": news(
    "Um código de recuperação foi usado",
    ({ left }) => `Um dos seus códigos de recuperação foi usado. Restam ${plural(left, "código", "códigos")}.`,
  ),
  "factors-reset-requested": news(
    "Pedido para desligar a verificação em duas etapas",
    ({ dueAt }) =>
      `A administração pediu que a verificação em duas etapas da sua conta seja desligada. Isso acontece depois de ${momentInBrasilia(dueAt)}, se você não cancelar antes.`,
    "Se você não pediu isso, entre em Minha conta e cancele o pedido.",
  ),
  "factors-reset-cancelled": news(
    "Pedido cancelado",
    () => "O pedido para desligar a verificação em duas etapas da sua conta foi cancelado. Nada mudou.",
  ),
  "factors-reset": news(
    "A verificação em duas etapas foi desligada",
    () => "A verificação em duas etapas da sua conta foi desligada, e todas as sessões foram encerradas.",
    "Entre com a sua senha e ative-a de novo em Minha conta. Se você não pediu isso, avise a administração.",
  ),
};
