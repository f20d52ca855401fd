import type { ReactNode } from "react";
import { Link } from "react-router";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { SORT } from "#app/lib/study-sorts.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { StudyText } from "../studies.answers.ts";

type Props = {
  study: StudyText;
  /** The line above the title. */
  running: string;
  /** What its minutes are for. */
  minutes: string;
  /** Crumbs before that of its shelf. */
  children?: ReactNode;
};

/** Where one is, the title, and how long it takes. */
export const StudyHead = ({ study: { sort, order, title, standfirst, degree, ...study }, running, minutes, children }: Props) => (
  <header className={readerStyles.lessonHead}>
    <nav className="crumbs no-print" aria-label="Você está em">
      <ol>
        {children}
        <li>
          <Link to={SORT[sort].path}>{SORT[sort].many}</Link>
        </li>
        <li>
          <span aria-current="page">
            {SORT[sort].one} {order}
          </span>
        </li>
      </ol>
    </nav>
    <p className={`caps ${readerStyles.running}`}>{running}</p>
    <h1>{title}</h1>
    <p className={`lead ${readerStyles.standfirst}`}>{standfirst}</p>
    <p className={readerStyles.facts}>
      <span>
        <Icon name="clock" />
        {study.minutes} {minutes}
      </span>
      <span className="badge">{DEGREE_LABEL[degree]}</span>
    </p>
  </header>
);
