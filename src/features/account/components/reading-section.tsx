import { ReadingChoices } from "#app/features/reader/components/reading-choices.tsx";
import { AccountSection } from "./account-section.tsx";

/** How texts are shown; the same choices are at hand beside every text. */
export function ReadingSection() {
  return (
    <AccountSection
      id="leitura"
      title="Leitura"
      intro="Vale em todos os aparelhos em que você entrar. O que você escolhe se vê na hora, sem salvar."
    >
      <ReadingChoices />
    </AccountSection>
  );
}
