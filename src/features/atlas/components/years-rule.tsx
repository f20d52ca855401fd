import { Icon } from "#app/ui/icons.tsx";
import type { Entry } from "../atlas.answers.ts";
import { inEntries, isWithin, romanOf, type Station } from "../collection.ts";
import styles from "./years-rule.module.css";

type Props = {
  stations: Station[];
  station: Station;
  /** All that the reader may read, and what of it is at the chosen place. */
  entries: Entry[];
  atPlace: Entry[];
  goTo: (station: Station) => void;
};

const HEIGHT = 100;
/** Parts of the rule's length that a century's name takes, so that none stands on another. */
const ROOM = 0.075;

/** The line of years: a rule whose long marks are centuries, a handle that steps along it, and the centuries as buttons. */
export function YearsRule({ stations, station, entries, atPlace, goTo }: Props) {
  const at = stations.indexOf(station);
  const last = stations.length - 1;
  const found = atPlace.filter((entry) => isWithin(entry, station)).length;
  const step = (by: number) => goTo(stations[at + by]!);
  return (
    <section className={`${styles.rule} no-print`} aria-label="Linha dos anos">
      <div className={styles.head}>
        <button type="button" className="icon-btn" aria-label="Anos anteriores" disabled={at === 0} onClick={() => step(-1)}>
          <Icon name="arrow-l" />
        </button>
        <h2 className="osf">{station.label}</h2>
        <button type="button" className="icon-btn" aria-label="Anos seguintes" disabled={at === last} onClick={() => step(1)}>
          <Icon name="arrow" />
        </button>
      </div>
      <div className={styles.line}>
        <Bars stations={stations} station={station} entries={entries} atPlace={atPlace} />
        <input
          type="range"
          aria-label="Anos"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`${station.label}, ${inEntries(found)}`}
          onChange={({ target }) => goTo(stations[Number(target.value)]!)}
        />
        <Names stations={stations} />
      </div>
      <fieldset className={styles.centuries}>
        <legend className="visually-hidden">Século</legend>
        {stations
          .filter(({ kind }) => kind !== "decade")
          .map((each) => (
            <button key={each.id} type="button" aria-pressed={holds(each, station)} onClick={() => goTo(each)}>
              <span aria-hidden="true">{shortNameOf(each)}</span>
              <span className="visually-hidden">{each.label}</span>
            </button>
          ))}
      </fieldset>
    </section>
  );
}

const holds = (wide: Station, station: Station): boolean =>
  wide.id === station.id ||
  (wide.kind === "century" && station.kind === "decade" && station.from >= wide.from && station.from < wide.to);

function shortNameOf({ kind, label, from }: Station): string {
  if (kind === "all") return "Tudo";
  return kind === "century" ? romanOf(from) : label;
}

/** How much there is of each ten years: faint what is elsewhere, dark what is at the chosen place, gold what is chosen of the years. */
function Bars({ stations, station, entries, atPlace }: Omit<Props, "goTo">) {
  const columns = stations.map((each) => ({
    ...each,
    all: entries.filter((entry) => isWithin(entry, each)).length,
    here: atPlace.filter((entry) => isWithin(entry, each)).length,
  }));
  // the middle of a bar is where the handle stands
  const steps = Math.max(1, columns.length - 1);
  const isBar = ({ kind }: Station) => kind === "decade" || kind === "before";
  const most = Math.max(1, ...columns.filter(isBar).map(({ all }) => all));
  const heightOf = (count: number) => (count === 0 ? 0 : 8 + (HEIGHT - 8) * Math.sqrt(count / most));
  const isChosen = (each: Station) => station.kind !== "all" && each.from >= station.from && each.to <= station.to;
  return (
    <svg
      className={styles.bars}
      viewBox={`-0.5 0 ${columns.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ width: `${(100 * columns.length) / steps}%`, marginLeft: `${-50 / steps}%` }}
    >
      {columns.map((each, index) =>
        isBar(each) ? (
          <g key={each.id} className={isChosen(each) ? styles.chosen : undefined}>
            <rect
              className={styles.elsewhere}
              x={index - 0.36}
              width={0.72}
              y={HEIGHT - heightOf(each.all)}
              height={heightOf(each.all)}
            />
            <rect
              className={styles.here}
              x={index - 0.36}
              width={0.72}
              y={HEIGHT - heightOf(each.here)}
              height={heightOf(each.here)}
            />
          </g>
        ) : (
          each.kind === "century" && <path key={each.id} className={styles.mark} d={`M${index} 0V${HEIGHT}`} />
        ),
      )}
    </svg>
  );
}

/** The centuries under their marks; one that would stand on the one before it is left out. */
function Names({ stations }: { stations: Station[] }) {
  let free = 0;
  const names = stations.flatMap(({ kind, from }, index) => {
    const place = index / (stations.length - 1);
    if (kind !== "century" || place < free) return [];
    free = place + ROOM;
    return [{ name: romanOf(from), place }];
  });
  return (
    <div className={styles.names} aria-hidden="true">
      {names.map(({ name, place }) => (
        <span key={name} style={{ left: `${place * 100}%` }}>
          {name}
        </span>
      ))}
    </div>
  );
}
