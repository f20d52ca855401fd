import { useParams } from "react-router";
import { weekInWords } from "#app/features/week/week.policy.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import { GroupFrame, GroupShell } from "../components/group-frame.tsx";
import { degreeOf } from "../components/group-words.ts";
import type { GroupKit } from "../reading-groups.answers.ts";
import { useGroupKit } from "../reading-groups.queries.ts";
import styles from "./group-kit.module.css";

export const handle: WaitingPage = { Shell: GroupShell };

/** What is printed for a group: the programme, and for each text its questions with room to write. */
export default function GroupKitPage() {
  const { groupId = "" } = useParams();
  const kit = useGroupKit(groupId);
  if (kit.isPending) return <GroupShell />;
  if (!kit.data)
    return (
      <GroupFrame name="Folha do grupo">
        <ErrorState title="Não foi possível abrir a folha" error={kit.error} onRetry={() => void kit.refetch()} />
      </GroupFrame>
    );
  const { name, word, weeks, from, to } = kit.data;
  return (
    <GroupFrame
      name={name}
      lead={`${degreeOf(kit.data)}. De ${weekInWords(from, to)} de ${to.slice(0, 4)}.`}
      back={`/grupos/${groupId}`}
    >
      <p className="no-print">
        <Button onClick={() => window.print()}>
          <Icon name="print" /> Imprimir
        </Button>
      </p>
      {word && <p className={styles.word}>{word}</p>}
      <table className={styles.programme}>
        <caption className="visually-hidden">O programa</caption>
        <thead>
          <tr>
            {["Nº", "Dias", "Texto", "Min."].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ number, text, ...week }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{weekInWords(week.from, week.to)}</td>
              <td>{text ? `${text.title} (${text.shelf})` : "Texto retirado"}</td>
              <td>{text?.minutes ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {weeks.map((week) => (
        <Sheet key={week.number} week={week} />
      ))}
    </GroupFrame>
  );
}

/** Room to write: on paper the lines fill the half of a page. */
const LINES = [1, 2, 3, 4];

const Sheet = ({ week: { number, from, to, text, questions } }: { week: GroupKit["weeks"][number] }) => (
  <section className={styles.week}>
    <p className="caps caps-gold">
      Semana {number}, {weekInWords(from, to)}
    </p>
    <h2>{text?.title ?? "Texto retirado"}</h2>
    {text && (
      <p className="meta">
        {text.shelf}, {text.minutes} minutos
      </p>
    )}
    {questions.length > 0 && (
      <ol>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ol>
    )}
    <div className={styles.lines} aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className={styles.line} />
      ))}
    </div>
  </section>
);
