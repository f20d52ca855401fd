import { useId } from "react";
import { useReadingSettings } from "#app/features/account/reading.ts";
import { READING, type ReadingSettings } from "#app/lib/reading.ts";
import styles from "./reading-choices.module.css";

/** What each setting is called, and each of its values. */
const WORDS: { [Name in keyof ReadingSettings]: [title: string, values: Record<ReadingSettings[Name], string>] } = {
  theme: ["Fundo", { device: "Do aparelho", light: "Papel", sepia: "Sépia", dark: "Escuro" }],
  size: ["Tamanho do texto", { "90": "90%", "100": "100%", "115": "115%", "130": "130%", "150": "150%" }],
  leading: ["Espaço entre as linhas", { close: "Menor", normal: "Normal", wide: "Maior" }],
  face: ["Letra", { serif: "Com serifa", sans: "Sem serifa" }],
  margins: ["Margens", { narrow: "Menores", normal: "Normais", wide: "Maiores" }],
};

const NAMES = Object.keys(WORDS) as (keyof ReadingSettings)[];

/** How texts are shown: each choice is seen at once and kept in the member's account. */
export function ReadingChoices() {
  const [settings, change] = useReadingSettings();
  const group = useId();
  return (
    <div className={styles.choices}>
      {NAMES.map((name) => {
        const [title, words] = WORDS[name] as [string, Record<string, string>];
        return (
          <fieldset key={name}>
            <legend>{title}</legend>
            <div className={styles.values}>
              {READING[name].map((value) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={`${group}${name}`}
                    checked={settings[name] === value}
                    onChange={() => change({ [name]: value })}
                  />
                  <span>{words[value]}</span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
