import { Link } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import type { Ephemeris } from "../ephemerides.answers.ts";
import styles from "./ephemerides.module.css";

/** What happened, where it is known from, and the way to the text that tells more. */
export function EntryText({ entry: { text, source, julian, tradition, of } }: { entry: Ephemeris }) {
  return (
    <>
      <p>{text}</p>
      <p className="meta">
        {tradition && <strong>Data da tradição. </strong>}
        {source}
        {julian && " O dia é o do calendário juliano, então em uso ali."}
      </p>
      <Link className={`go ${styles.textLink}`} to={of.path} prefetch="intent">
        {of.title} <Icon name="arrow" />
      </Link>
    </>
  );
}
