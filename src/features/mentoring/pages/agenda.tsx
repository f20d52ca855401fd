import { useState } from "react";
import { Link } from "react-router";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { longDay, weekdayAndDay } from "#app/lib/format.ts";
import { opening, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { MentorProfile } from "../components/mentor-profile.tsx";
import { WeekHours } from "../components/week-hours.tsx";
import type { Agenda } from "../mentors/hours.answers.ts";
import { BRAZILIAN_ZONES } from "../mentors/hours.policy.ts";
import { useAgenda, useSaveAgenda } from "../mentors/hours.queries.ts";
import { type AgendaInput, agendaInput } from "../mentors/hours.schema.ts";
import { MENTEES } from "../mentors/mentors.schema.ts";
import styles from "./agenda.module.css";

const Head = () => (
  <>
    <title>Minhas horas · Academia</title>
    <nav className="crumbs" aria-label="Você está em">
      <ol>
        <li>
          <Link to="/mentoria?aba=mentor">Seu dia</Link>
        </li>
        <li aria-current="page">Minhas horas</li>
      </ol>
    </nav>
    <header className="page-head">
      <p className="caps caps-gold">Mentoria</p>
      <h1>Minhas horas</h1>
      <p className="lead">Cada irmão vê só as vagas livres, já na hora da cidade dele.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <Skeleton label="Carregando..." lines={7} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** A mentor's own hours, days away, pause and profile. */
export default function AgendaPage() {
  const agenda = useAgenda();
  if (agenda.isPending) return <Shell />;
  return (
    <div className="page">
      <Head />
      {agenda.data ? (
        <AgendaForm agenda={agenda.data} />
      ) : (
        <ErrorState title="Esta página é de quem é mentor" error={agenda.error} onRetry={() => void agenda.refetch()} />
      )}
    </div>
  );
}

const DRAFT = "horas";

const inputOf = ({ timeZone, hours, blocks, noticeHours, gapMinutes, maxMentees, pausedUntil }: Agenda): AgendaInput => ({
  ...{ timeZone, hours, blocks, noticeHours, gapMinutes, maxMentees, pausedUntil },
});

/** What is wrong, by the field's place in the input: "hours.2.endsAt". */
function problemsOf(input: AgendaInput): Map<string, string> {
  const { error } = agendaInput.safeParse(input);
  return new Map(error?.issues.map(({ path, message }) => [path.join("."), message]));
}

function AgendaForm({ agenda }: { agenda: Agenda }) {
  const [input, setInput] = useState<AgendaInput>(() => draftOf<AgendaInput>(DRAFT) ?? inputOf(agenda));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useSaveAgenda();
  const change = (part: Partial<AgendaInput>) => {
    const next = { ...input, ...part };
    setInput(next);
    setProblems(new Map());
    keepDraft(DRAFT, next);
  };
  const submit = () => {
    const wrong = problemsOf(input);
    setProblems(wrong);
    if (wrong.size > 0) return toastError("As horas não foram guardadas", [...wrong.values()][0]);
    save.mutate(input, {
      onSuccess: (saved) => {
        forgetDraft(DRAFT);
        setInput(inputOf(saved));
        toastSuccess("Horas guardadas", "Valem para pedidos novos. As sessões marcadas ficam como estão.");
      },
      onError: (error) => toastFailure("As horas não foram guardadas", error),
    });
  };
  const zones = { ...BRAZILIAN_ZONES, [input.timeZone]: BRAZILIAN_ZONES[input.timeZone] ?? input.timeZone };
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="with-aside">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        noValidate
      >
        <section className={styles.part} aria-labelledby="t-semana">
          <h2 id="t-semana">Toda semana</h2>
          <SelectField label="A sua hora" value={input.timeZone} onChange={({ target }) => change({ timeZone: target.value })}>
            {Object.entries(here in zones ? zones : { ...zones, [here]: `${here}, onde está este aparelho` }).map(
              ([zone, label]) => (
                <option key={zone} value={zone}>
                  {label}
                </option>
              ),
            )}
          </SelectField>
          <p className="meta">Em viagem, as horas continuam neste fuso até você mudar aqui.</p>
          <WeekHours hours={input.hours} onChange={(hours) => change({ hours })} problems={problems} />
          <div className={styles.pair}>
            <TextField
              label="Antecedência, em horas"
              help="Até quando antes se pode pedir uma hora."
              type="number"
              inputMode="numeric"
              value={Number.isNaN(input.noticeHours) ? "" : input.noticeHours}
              error={problems.get("noticeHours")}
              onChange={({ target }) => change({ noticeHours: target.valueAsNumber })}
            />
            <TextField
              label="Intervalo, em minutos"
              help="O descanso entre duas sessões."
              type="number"
              inputMode="numeric"
              value={Number.isNaN(input.gapMinutes) ? "" : input.gapMinutes}
              error={problems.get("gapMinutes")}
              onChange={({ target }) => change({ gapMinutes: target.valueAsNumber })}
            />
          </div>
          <TextField
            label="Quantos de cada vez"
            help={`Hoje acompanha ${agenda.occupied}. ${placesLeft(input.maxMentees - agenda.occupied)}`}
            type="number"
            inputMode="numeric"
            min={MENTEES.min}
            max={MENTEES.max}
            value={Number.isNaN(input.maxMentees) ? "" : input.maxMentees}
            error={problems.get("maxMentees")}
            onChange={({ target }) => change({ maxMentees: target.valueAsNumber })}
          />
        </section>
        <Blocks blocks={input.blocks} onChange={(blocks) => change({ blocks })} problems={problems} />
        <section className={styles.part} aria-labelledby="t-pausa">
          <h2 id="t-pausa">Pausa</h2>
          <p>Na pausa ninguém pede sessão nova. As marcadas seguem, ou você as remarca.</p>
          <TextField
            label="Pausar até"
            help={
              agenda.requests > 0
                ? `${plural(agenda.requests, "irmão que espera resposta saberá", "irmãos que esperam resposta saberão")} a data da volta.`
                : undefined
            }
            type="date"
            min={new Date().toLocaleDateString("sv-SE")}
            value={input.pausedUntil ?? ""}
            error={problems.get("pausedUntil")}
            onChange={({ target }) => change({ pausedUntil: target.value || null })}
          />
          {input.pausedUntil && (
            <button type="button" className="quiet" onClick={() => change({ pausedUntil: null })}>
              Terminar a pausa
            </button>
          )}
        </section>
        <div className={styles.save}>
          <FormError message={problems.get("hours") ?? problems.get("blocks")} />
          <Button type="submit" busy={save.isPending} busyLabel="Guardando...">
            Guardar as horas
          </Button>
          <p className="meta">Vale para pedidos novos, assim que guardar.</p>
        </div>
      </form>
      <aside>
        <NextHour agenda={agenda} />
        <MentorProfile agenda={agenda} />
      </aside>
    </div>
  );
}

const placesLeft = (places: number): string =>
  Number.isNaN(places) ? "" : places > 0 ? `${places === 1 ? "Fica 1 lugar" : `Ficam ${places} lugares`}.` : "Não fica lugar.";

const clockIn = (moment: string, timeZone: string): string =>
  new Date(moment).toLocaleTimeString("pt-BR", { timeZone, hour: "2-digit", minute: "2-digit" });

/** The first hour that members are offered, by Brasília's clock and by the mentor's own. */
function NextHour({ agenda: { nextHour, timeZone, pausedUntil, isActive } }: { agenda: Agenda }) {
  const day = nextHour && new Date(nextHour).toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  return (
    <section className={styles.next} aria-labelledby="t-vaga">
      <h2 id="t-vaga" className="caps caps-gold">
        A sua próxima vaga, para eles
      </h2>
      {nextHour && day ? (
        <>
          <p className={styles.hour}>
            {opening(weekdayAndDay(day))}, às {clockIn(nextHour, "America/Sao_Paulo")}
          </p>
          <p className="meta">Hora de Brasília. Para você, {clockIn(nextHour, timeZone)}.</p>
        </>
      ) : (
        <p>
          {!isActive
            ? "O seu cadastro de mentor está desativado: ninguém pode pedir-lhe uma sessão."
            : pausedUntil
              ? `Em pausa até ${longDay(pausedUntil)}.`
              : "Nenhuma nas próximas quatro semanas. Abra horas na semana, e guarde. Pedidos com outra data chegam mesmo assim."}
        </p>
      )}
    </section>
  );
}

type BlocksProps = {
  blocks: AgendaInput["blocks"];
  onChange: (blocks: AgendaInput["blocks"]) => void;
  problems: ReadonlyMap<string, string>;
};

/** Days away: each can be opened again, and a new one takes two dates. */
function Blocks({ blocks, onChange, problems }: BlocksProps) {
  const [adding, setAdding] = useState<AgendaInput["blocks"][number] | null>(null);
  const add = () => {
    if (!adding?.from) return;
    const until = adding.until || adding.from;
    onChange([...blocks, { ...adding, until }].toSorted((a, b) => a.from.localeCompare(b.from)));
    setAdding(null);
  };
  return (
    <section className={styles.part} aria-labelledby="t-bloqueados">
      <h2 id="t-bloqueados">Dias bloqueados</h2>
      {blocks.length === 0 && <p>Nenhum.</p>}
      <ul className={styles.blocks}>
        {blocks.map((block, index) => (
          <li key={`${block.from} ${block.until} ${block.word}`}>
            <div>
              <p>
                <strong>
                  {block.from === block.until ? longDay(block.from) : `${longDay(block.from)} a ${longDay(block.until)}`}
                </strong>
              </p>
              {block.word && <p className="meta">{block.word}</p>}
              {[`blocks.${index}.until`, `blocks.${index}.from`].map((path) => (
                <FieldError key={path} id={undefined} message={problems.get(path)} />
              ))}
            </div>
            <button
              type="button"
              className="quiet"
              aria-label={`Abrir ${longDay(block.from)}`}
              onClick={() => onChange(blocks.filter((other) => other !== block))}
            >
              Abrir
            </button>
          </li>
        ))}
      </ul>
      {adding ? (
        <div className={styles.adding}>
          <div className={styles.pair}>
            <TextField
              label="Primeiro dia"
              type="date"
              error={undefined}
              value={adding.from}
              onChange={({ target }) => setAdding({ ...adding, from: target.value })}
            />
            <TextField
              label="Último dia"
              type="date"
              error={undefined}
              min={adding.from}
              value={adding.until}
              onChange={({ target }) => setAdding({ ...adding, until: target.value })}
            />
          </div>
          <TextField
            label="Motivo, só para você (opcional)"
            error={undefined}
            value={adding.word}
            onChange={({ target }) => setAdding({ ...adding, word: target.value })}
          />
          <div className={styles.acts}>
            <Button small look="secondary" disabled={!adding.from} onClick={add}>
              Bloquear
            </Button>
            <button type="button" className="quiet" onClick={() => setAdding(null)}>
              Deixar
            </button>
          </div>
        </div>
      ) : (
        <button type="button" className="quiet" onClick={() => setAdding({ from: "", until: "", word: "" })}>
          <Icon name="plus" /> Bloquear um dia ou um período
        </button>
      )}
    </section>
  );
}
