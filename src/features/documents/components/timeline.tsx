import { Link } from "react-router";
import type { Region } from "../collection.ts";
import { REGION_LABEL } from "../collection.ts";
import type { DocumentCard } from "../documents.answers.ts";
import { decadesOf, FIRST_YEAR, LAST_YEAR, labelsOf, placeOf, stonesOf } from "../timeline.ts";
import styles from "./timeline.module.css";

const STONE = { width: 18.2, height: 9.5, step: 11.5 };
const GROUND = 313;
const ROW = 23;
const TICKS = [1400, 1500, 1600, 1700, 1750, 1800, 1850, 1900, 2000];

const PERIODS = [
  { title: "Antigos Deveres", from: FIRST_YEAR, to: 1717, row: 0 },
  { title: "Primeira Grande Loja", from: 1717, to: 1813, row: 0 },
  { title: "Brasil", from: 1822, to: LAST_YEAR, row: 0 },
  { title: "Antigos e Modernos", from: 1751, to: 1813, row: 1 },
  { title: "Sistema americano", from: 1797, to: 1880, row: 2 },
];
/** After the last document the timeline has dates alone: the texts are protected. */
const DATES_ALONE = [1935, 1993, 2015];

type Props = {
  /** All that the reader may read. */
  documents: DocumentCard[];
  /** Those that pass the filters; the others are drawn faintly. */
  found: ReadonlySet<string>;
};

/** The documents on a rule of years: drawn across on wide screens, downwards on narrow ones. Each stone opens its document; for the keyboard the list below does it. */
export function Timeline({ documents, found }: Props) {
  return (
    <section className={styles.rule} aria-labelledby="t-regua">
      <div className={styles.head}>
        <h2 id="t-regua" className="caps">
          A régua do tempo
        </h2>
        <Key />
      </div>
      <Across documents={documents} found={found} />
      <Downwards documents={documents} found={found} />
      <p className={styles.note}>
        Cada pedra é um documento. <span className={styles.wideOnly}>De 1700 a 1880 a régua é cinco vezes mais larga. </span>
        Depois de 1912 há só datas, porque os textos são protegidos: Real Arco no Rio e em São Paulo (1935), Capítulo no Rio
        (1993), Grande Comanderia (2015).
      </p>
    </section>
  );
}

function Key() {
  const regions = (Object.keys(REGION_LABEL) as Region[]).filter((region) => region !== "escritura");
  return (
    <ul className={styles.key}>
      {regions.map((region) => (
        <li key={region}>
          <LooseStone region={region} />
          {REGION_LABEL[region]}
        </li>
      ))}
      <li>
        <LooseStone region="ilhas-britanicas" disputed />
        data disputada
      </li>
    </ul>
  );
}

type StoneLook = { region: Region; disputed?: boolean; faint?: boolean };

/** One stone with its corner at the origin: the pattern tells the place, the dashes that the date is disputed. */
function StoneShape({ region, disputed = false, faint = false }: StoneLook) {
  const { width, height } = STONE;
  return (
    <g className={`${styles.stone} ${region === "brasil" ? styles.solid : ""} ${faint ? styles.faint : ""}`}>
      <rect className={styles.edge} width={width} height={height} strokeDasharray={disputed ? "2.5 2" : undefined} />
      {region === "america" && <path className={styles.hatch} d="M1.500 2.400H16.700M1.500 4.750H16.700M1.500 7.100H16.700" />}
      {region === "continente" && <path className={styles.hatch} d="M3 8l6.500-6.500M9 8l6.500-6.500" />}
    </g>
  );
}

const LooseStone = (look: StoneLook) => (
  <svg className={styles.loose} viewBox="-1 -1 20.200 11.500" aria-hidden="true">
    <StoneShape {...look} />
  </svg>
);

const nameOf = ({ title, date }: DocumentCard) => `${title} (${date})`;

/** The keyboard has the list, which is the shorter way. */
const linkTo = (document: DocumentCard) => ({
  to: `/documentos/${document.id}`,
  tabIndex: -1,
  "aria-label": nameOf(document),
});

function Across({ documents, found }: Props) {
  const stones = stonesOf(documents);
  const labels = labelsOf(documents);
  const tallest = Math.max(1, ...stones.map(({ level }) => level + 1));
  const firstRow = GROUND - tallest * STONE.step - 16;
  const top = firstRow - Math.max(0, ...labels.map(({ row }) => row)) * ROW - 22;
  const topOf = (x: number) => GROUND - stones.filter((stone) => stone.x === x).length * STONE.step;
  return (
    <figure
      className={styles.across}
      aria-label={`Régua do tempo de ${FIRST_YEAR} a ${LAST_YEAR}, com ${stones.length} documentos como pedras. O trecho de 1700 a 1880 está ampliado, porque é onde se ajuntam. A lista abaixo traz todos.`}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its figure has the name */}
      <svg viewBox={`0 ${top} 1188 ${506 - top}`}>
        {labels.map(({ id, year, text, x, row, side }) => {
          const y = firstRow - row * ROW;
          return (
            <g key={id} className={found.has(id) ? undefined : styles.faintText}>
              <path className={styles.line} d={`M${x} ${y - 12}V${topOf(x)}`} />
              <text x={x + (side === "left" ? -6 : 6)} y={y} textAnchor={side === "left" ? "end" : "start"}>
                <tspan className={styles.year}>{year}</tspan> <tspan fontStyle="italic">{text}</tspan>
              </text>
            </g>
          );
        })}
        {stones.map(({ document, x, level }) => (
          <Link key={document.id} {...linkTo(document)}>
            <g transform={`translate(${x - STONE.width / 2} ${GROUND - level * STONE.step - STONE.height})`}>
              <title>{nameOf(document)}</title>
              <rect className={styles.pressed} y={-1} width={STONE.width} height={STONE.step} />
              <StoneShape region={document.region} disputed={document.disputed} faint={!found.has(document.id)} />
            </g>
          </Link>
        ))}
        {DATES_ALONE.map((year) => (
          <path key={year} className={styles.line} d={`M${placeOf(year) - 3} 306l6 6m0-6l-6 6`} />
        ))}
        <text x={placeOf(1966)} y={294} textAnchor="middle" fontStyle="italic">
          só datas
        </text>
        <rect className={styles.edge} x={20} y={317} width={1150} height={44} />
        {TICKS.map((year) => (
          <g key={year}>
            <path className={styles.line} d={`M${placeOf(year)} 317v14`} />
            <text x={placeOf(year)} y={352} textAnchor={year === 1700 ? "end" : "middle"}>
              {year}
            </text>
          </g>
        ))}
        {PERIODS.map(({ title, from, to, row }) => {
          const [start, end, y] = [placeOf(from), placeOf(to), 390 + row * 40];
          return (
            <g key={title}>
              <path className={styles.band} d={`M${start} ${y - 5}v10M${start} ${y}H${end}M${end} ${y - 5}v10`} />
              <text x={(start + end) / 2} y={y + 21} textAnchor="middle">
                <tspan fontWeight="600">{title}</tspan>{" "}
                <tspan fontStyle="italic">
                  {from}–{to}
                </tspan>
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function Downwards({ documents, found }: Props) {
  return (
    <figure
      className={styles.downwards}
      aria-label={`Régua do tempo, de cima para baixo, de ${FIRST_YEAR} a ${LAST_YEAR}: uma linha por década com documentos. A lista abaixo traz todos.`}
    >
      {decadesOf(documents).map(({ decade, documents: own, gap }) => (
        <div key={decade} className={styles.decade}>
          {gap > 0 && <p className={styles.gap}>{gap} anos sem peça aqui</p>}
          <b>{decade}</b>
          <div className={styles.stones}>
            {own.map((document) => (
              <Link key={document.id} {...linkTo(document)} title={nameOf(document)}>
                <LooseStone region={document.region} disputed={document.disputed} faint={!found.has(document.id)} />
              </Link>
            ))}
          </div>
          <p>{own.flatMap(({ mark }) => mark ?? []).join("; ")}</p>
        </div>
      ))}
    </figure>
  );
}
