import { Button } from "#app/ui/button.tsx";
import type { TextBody } from "../authoring.schema.ts";
import type { Clash } from "../autosave.ts";
import { linesOf } from "../compare.ts";
import styles from "./clash-panel.module.css";

/** Two wrote the same paragraph: both texts, and who decides is whoever reads this. Neither is lost. */
export function ClashPanel<Body extends TextBody>({
  clash,
  onSettle,
}: {
  clash: Clash<Body>;
  onSettle: (take: "mine" | "theirs") => void;
}) {
  const { by, mine, theirs } = clash;
  return (
    <section className={styles.panel} role="alertdialog" aria-labelledby="choque">
      <h2 id="choque">{by ?? "Outra pessoa"} mudou o mesmo parágrafo</h2>
      <p>
        As duas redações estão aqui, e nenhuma se perde. Se ficar a sua, a outra continua na história deste rascunho. Se ficar a
        outra, a sua aparece ao lado, para você levar o que quiser.
      </p>
      <div className={styles.pair}>
        <div>
          <h3>A sua</h3>
          <pre>{onlyDifferent(mine, theirs)}</pre>
        </div>
        <div>
          <h3>A de {by ?? "outra pessoa"}</h3>
          <pre>{onlyDifferent(theirs, mine)}</pre>
        </div>
      </div>
      <div className={styles.acts}>
        <Button onClick={() => onSettle("mine")}>Fica a minha</Button>
        <Button look="secondary" onClick={() => onSettle("theirs")}>
          Fica a outra
        </Button>
      </div>
    </section>
  );
}

/** The paragraphs of a text, and the fields of its head, that the other one does not have. */
function onlyDifferent(body: TextBody, other: TextBody): string {
  const there = new Set(linesOf(other));
  return (
    linesOf(body)
      .filter((line) => !there.has(line))
      .join("\n\n") || "(sem este parágrafo)"
  );
}
