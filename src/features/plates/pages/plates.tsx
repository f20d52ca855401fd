import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { PLATE_SUBJECTS, SUBJECT_LABEL } from "#app/lib/plate-subjects.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Chip, Chips } from "#app/ui/chips.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { Drawing } from "../components/drawing.tsx";
import { OpenPlate, PlatePair } from "../components/open-plate.tsx";
import { type PlatesState, platesSearch, readPlatesAddress } from "../plates.address.ts";
import type { PlateCard, PlateList } from "../plates.answers.ts";
import { useLoadDrawings, usePlates } from "../plates.queries.ts";
import styles from "./plates.module.css";

const Head = () => (
  <header className={styles.head}>
    <p className="caps caps-gold">Gravuras do curso</p>
    <h1>As pranchas</h1>
    <p className="lead no-print">Tocar numa prancha a amplia. Dali se vai ao texto a que ela pertence.</p>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Pranchas · Academia</title>
      <BlankCrumbs />
      <Head />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

const Crumbs = ({ here, back }: { here?: string; back: string }) => (
  <nav className="crumbs no-print" aria-label="Você está em">
    <ol>
      <li>
        <Link to="/biblioteca">Biblioteca</Link>
      </li>
      {here ? (
        <>
          <li>
            <Link to={back}>Pranchas</Link>
          </li>
          <li>
            <span aria-current="page">{here}</span>
          </li>
        </>
      ) : (
        <li>
          <span aria-current="page">Pranchas</span>
        </li>
      )}
    </ol>
  </nav>
);

export default function PlatesPage() {
  const plates = usePlates();
  if (plates.isPending) return <Shell />;
  if (plates.data) return <Plates list={plates.data} />;
  return (
    <div className="page">
      <title>Pranchas · Academia</title>
      <Crumbs back="" />
      <Head />
      <ErrorState title="Erro ao carregar as pranchas" error={plates.error} onRetry={() => void plates.refetch()} />
    </div>
  );
}

/** The gallery, or what is open of it: the address says which. */
function Plates({ list }: { list: PlateList }) {
  const [params] = useSearchParams();
  const state = readPlatesAddress(params);
  const { degree, subject } = state;
  const fromGallery = useLocation().state?.fromGallery === true;
  const navigate = useNavigate();
  /** The plate that was open last, to which the focus goes back. */
  const left = useRef<string>(null);
  useEffect(() => {
    if (state.plate) left.current = state.plate;
  }, [state.plate]);

  const shown = list.plates.filter(
    (plate) => (degree === null || plate.degree === degree) && (subject === null || plate.subject === subject),
  );
  const find = (number: string | null) => list.plates.find(({ plate }) => plate === number);
  const kept = { degree, subject };
  const gallery = platesSearch(kept);
  const close = () => void (fromGallery ? navigate(-1) : navigate(gallery, { replace: true }));
  useEscape(close, state.plate !== null);

  if (state.plate === null) return <Gallery list={list} shown={shown} state={state} last={left.current} />;

  const open = find(state.plate);
  const beside = find(state.beside);
  if (!open || (state.beside !== null && !beside)) return <NotFound back={gallery} />;
  if (beside && beside !== open) {
    const other = (plate: PlateCard) => (plate === open ? beside : open);
    return (
      <div className="page">
        <title>Pranchas · Academia</title>
        <Crumbs here={`Pr. ${open.plate} e ${beside.plate}`} back={gallery} />
        <PlatePair
          plates={[open, beside]}
          without={(plate) => platesSearch({ ...kept, plate: other(plate).plate })}
          onClose={close}
        />
      </div>
    );
  }
  const at = shown.indexOf(open);
  const neighbour = (by: -1 | 1) => (at < 0 ? undefined : shown[at + by]);
  const addressOf = (plate: PlateCard | undefined) => (plate ? platesSearch({ ...kept, plate: plate.plate }) : null);
  return (
    <div className="page">
      <title>{`Prancha ${open.plate} · Academia`}</title>
      <Crumbs here={`Pr. ${open.plate}`} back={gallery} />
      <p className="visually-hidden" role="status">
        Prancha {open.plate}: {open.caption}
      </p>
      <OpenPlate
        plate={open}
        previous={addressOf(neighbour(-1))}
        next={addressOf(neighbour(1))}
        turned={{ fromGallery }}
        compare={platesSearch({ ...kept, comparing: open.plate })}
        onTurn={(by) => {
          const to = addressOf(neighbour(by));
          if (to) void navigate(to, { replace: true, preventScrollReset: true, state: { fromGallery } });
        }}
        onClose={close}
      />
    </div>
  );
}

function useEscape(act: () => void, active: boolean): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        !document.querySelector("dialog[open], [role=dialog], .menu[open]")
      )
        latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}

const NotFound = ({ back }: { back: string }) => (
  <div className="page">
    <title>Prancha não encontrada · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Pranchas</p>
      <h1>Prancha não encontrada</h1>
      <p className="lead">Talvez o endereço esteja errado, ou a prancha seja de um texto que ainda não se abriu para você.</p>
    </header>
    <Link className="go" to={back}>
      Ver as pranchas
    </Link>
  </div>
);

type GalleryProps = { list: PlateList; shown: PlateCard[]; state: PlatesState; last: string | null };

function Gallery({ list, shown, state, last }: GalleryProps) {
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const load = useLoadDrawings();
  const { comparing } = state;
  const from = list.plates.find(({ plate }) => plate === comparing);
  useEffect(() => {
    if (last) document.getElementById(`pr-${last}`)?.focus({ preventScroll: true });
  }, [last]);

  /** On paper are all that the gallery shows, also those that were not in sight yet. */
  const printAll = async () => {
    setBusy(true);
    try {
      await load(shown.map(({ plate }) => plate));
      flushSync(() => setAll(true));
      print();
    } catch (error) {
      toastFailure("Erro ao carregar as pranchas", error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="page">
      <title>Pranchas · Academia</title>
      <Crumbs back="" />
      <Head />
      {from && (
        <p className={`${styles.choosing} no-print`} role="status">
          <span>
            Escolha a prancha que fica ao lado da <b>Pr. {from.plate}</b>, {from.caption}.
          </span>
          <Link className="text-btn" to={platesSearch({ ...state, comparing: null, plate: from.plate })} replace>
            Cancelar
          </Link>
        </p>
      )}
      <Filters plates={list.plates} state={state} />
      <div className={styles.listHead}>
        <p className="meta" role="status">
          {plural(shown.length, "prancha", "pranchas")}
        </p>
        {shown.length > 0 && (
          <button type="button" className="text-btn no-print" aria-disabled={busy} onClick={() => busy || void printAll()}>
            <Icon name="print" /> {busy ? "Carregando..." : "Imprimir"}
          </button>
        )}
      </div>
      {shown.length === 0 && (
        <EmptyState title="Nenhuma prancha">
          <p>
            {list.plates.length > 0
              ? "Não há prancha deste grau com este assunto."
              : "As pranchas abrem com as lições em que estão."}
          </p>
        </EmptyState>
      )}
      <ol className={styles.gallery}>
        {shown.map((card) => (
          <li key={card.plate}>
            <Thumb card={card} state={state} from={from} wanted={all} />
          </li>
        ))}
      </ol>
      {list.later > 0 && (
        <p className={`meta no-print ${styles.later}`}>
          {list.later === 1 ? "Mais uma prancha abre" : `Mais ${list.later} pranchas abrem`} com os próximos módulos do seu grau.
        </p>
      )}
    </div>
  );
}

type ThumbProps = { card: PlateCard; state: PlatesState; from: PlateCard | undefined; wanted: boolean };

/** One plate of the gallery, which leads to itself, or to the pair when another one is being compared. */
function Thumb({ card, state: { degree, subject }, from, wanted }: ThumbProps) {
  const { plate, caption } = card;
  const figure = (
    <figure className="plate">
      <Drawing plate={plate} wanted={wanted} />
      <figcaption>
        <span>{caption}</span>
        <b>Pr. {plate}</b>
      </figcaption>
    </figure>
  );
  if (card === from) return <div className={styles.chosen}>{figure}</div>;
  const to = platesSearch({ degree, subject, plate: from?.plate ?? plate, beside: from ? plate : null });
  return (
    <Link id={`pr-${plate}`} to={to} replace={Boolean(from)} state={from ? undefined : { fromGallery: true }}>
      {figure}
    </Link>
  );
}

/** Only choices that part the plates of this reader are offered. */
function Filters({ plates, state }: { plates: PlateCard[]; state: PlatesState }) {
  const navigate = useNavigate();
  const degrees = DEGREES.filter((degree) => plates.some((plate) => plate.degree === degree));
  const ofDegree = plates.filter((plate) => state.degree === null || plate.degree === state.degree);
  const subjects = PLATE_SUBJECTS.filter((subject) => ofDegree.some((plate) => plate.subject === subject));
  const choose = { comparing: state.comparing };
  return (
    <div className="no-print">
      {degrees.length > 1 && (
        <nav className="tabs" aria-label="Grau">
          {[null, ...degrees].map((degree) => (
            <Link
              key={degree ?? "todas"}
              to={platesSearch({ ...choose, degree })}
              aria-current={degree === state.degree ? "true" : undefined}
              replace
              preventScrollReset
            >
              {degree ? DEGREE_LABEL[degree] : "Todas"}
            </Link>
          ))}
        </nav>
      )}
      {subjects.length > 1 && (
        <div className={styles.filter}>
          <Chips label="Assunto">
            {subjects.map((subject) => (
              <Chip
                key={subject}
                pressed={subject === state.subject}
                onClick={() => {
                  const next = { ...choose, degree: state.degree, subject: subject === state.subject ? null : subject };
                  void navigate(platesSearch(next), { replace: true, preventScrollReset: true });
                }}
              >
                {SUBJECT_LABEL[subject]}
              </Chip>
            ))}
          </Chips>
        </div>
      )}
    </div>
  );
}
