import { Fragment } from "react";
import styles from "../pages/dictionary.module.css";

/** "Você quis dizer Acácia?": each name searches for itself. */
export function DidYouMean({ names, onChoose }: { names: string[]; onChoose: (name: string) => void }) {
  return (
    <p className={styles.dictMeant}>
      Você quis dizer{" "}
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && (index === names.length - 1 ? " ou " : ", ")}
          <button type="button" className="go" onClick={() => onChoose(name)}>
            {name}
          </button>
        </Fragment>
      ))}
      ?
    </p>
  );
}
