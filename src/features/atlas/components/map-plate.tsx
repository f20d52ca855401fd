import { Link } from "react-router";
import { MAP_REGION_IDS, MAP_REGIONS, type MapRegion } from "#app/lib/map-regions.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { Place } from "../atlas.answers.ts";
import { inEntries } from "../collection.ts";
import { type Dot, labelsOf } from "../labels.ts";
import { chartOf, project } from "../projection.ts";
import type { ChoiceLink } from "../use-choice.ts";
import styles from "./map-plate.module.css";

type Props = {
  places: Place[];
  /** How many entries of the chosen years are at each place. */
  counts: ReadonlyMap<string, number>;
  /** The chosen place or region. */
  where: string | null;
  /** The way to another place, a region or all of them. */
  linkTo: (where: string | null) => ChoiceLink;
};

/** The drawn map: all its regions, or the one that is chosen. Each leads to what it shows; for the keyboard the choice of places does the same. */
export function MapPlate(props: Props) {
  const { places, where } = props;
  const region =
    where === null ? null : where in MAP_REGIONS ? (where as MapRegion) : places.find(({ id }) => id === where)!.region;
  return region === null ? <AllRegions {...props} /> : <Region {...props} region={region} />;
}

function AllRegions({ places, counts, linkTo }: Props) {
  return (
    <figure className={styles.plate} aria-label="Mapas das regiões">
      <ul className={styles.all}>
        {MAP_REGION_IDS.map((region) => {
          const own = places.filter((place) => place.region === region);
          const count = own.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
          return (
            <li key={region}>
              <Link {...linkTo(region)} className={count === 0 ? styles.still : undefined}>
                <ChartDrawing region={region}>
                  {own.map((place) => (
                    <DotShape key={place.id} place={place} count={counts.get(place.id) ?? 0} scale={1.9} />
                  ))}
                </ChartDrawing>
                <span className={styles.name}>
                  {MAP_REGIONS[region].label} <b className="osf">{count}</b>
                  <span className="visually-hidden"> {count === 1 ? "registro" : "registros"}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

/** A touch finds a dot from so far, and half the way to its neighbour at most. */
const REACH = { least: 8, most: 22 };

function Region({ places, counts, where, linkTo, region }: Props & { region: MapRegion }) {
  const own = places.filter((place) => place.region === region);
  const dots = own.map((place) => ({
    place,
    count: counts.get(place.id) ?? 0,
    at: project(region, place.longitude, place.latitude),
  }));
  const { label } = MAP_REGIONS[region];
  const labels = labelsOf(
    dots.map(
      ({ place: { id, name }, count, at }): Dot => ({
        id,
        name,
        at,
        radius: radiusOf(count) + (id === where ? 3 : 0),
        weight: id === where ? 1000 : count,
      }),
    ),
    chartOf(region),
  );
  const reachOf = (at: readonly [number, number]) => {
    const distances = dots
      .filter((other) => other.at !== at)
      .map((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]));
    return Math.min(REACH.most, Math.max(REACH.least, Math.min(...distances) / 2));
  };
  return (
    <figure className={styles.plate} aria-label={`Mapa: ${label}. O campo Lugar traz os mesmos lugares.`}>
      <ChartDrawing region={region}>
        {chartOf(region).seas.map(({ text, at: [x, y] }) => (
          <text key={text} x={x} y={y + 4} textAnchor="middle" className={styles.sea}>
            {text}
          </text>
        ))}
        {labels.map(({ id, text, x, y, anchor }) => (
          <text key={id} x={x} y={y} textAnchor={anchor} className={id === where ? styles.chosenName : undefined}>
            {text}
          </text>
        ))}
        {dots.map(({ place, count, at }) => (
          <Link
            key={place.id}
            {...linkTo(place.id === where ? region : place.id)}
            tabIndex={-1}
            aria-label={`${place.name}, ${inEntries(count)}`}
          >
            <title>{`${place.name}, ${inEntries(count)}`}</title>
            <DotShape place={place} count={count} chosen={place.id === where} />
            <circle className={styles.reach} cx={at[0]} cy={at[1]} r={reachOf(at)} />
          </Link>
        ))}
      </ChartDrawing>
      <figcaption>
        <span>{label}</span>
        <Link className="go no-print" {...linkTo(null)}>
          <Icon name="arrow-l" /> Todos os mapas
        </Link>
      </figcaption>
    </figure>
  );
}

/** The water, the coasts and the rivers of a region, and on them what is given. */
function ChartDrawing({ region, children }: { region: MapRegion; children: React.ReactNode }) {
  const { width, height, land, rivers, hatching } = chartOf(region);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its link or its figure has the name
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`}>
      <path className={styles.hatching} d={hatching} />
      <path className={styles.coast} d={land} />
      <path className={styles.river} d={rivers} />
      {children}
    </svg>
  );
}

/** More where there is more, in steps that the eye tells apart. */
const radiusOf = (count: number): number => (count === 0 ? 2.2 : 3 + Math.min(4, Math.sqrt(count) * 0.7));

type DotProps = { place: Place; count: number; chosen?: boolean; scale?: number };

/** A place: full where the chosen years have something there, dashed where it is no town but a land. */
function DotShape({ place, count, chosen = false, scale = 1 }: DotProps) {
  const [x, y] = project(place.region, place.longitude, place.latitude);
  const radius = radiusOf(count) * scale;
  const look = `${count > 0 ? styles.lit : styles.unlit} ${place.area ? styles.area : ""} ${chosen ? styles.chosen : ""}`;
  return (
    <g className={look}>
      {chosen && <circle className={styles.ring} cx={x} cy={y} r={radius + 3.5} />}
      <circle cx={x} cy={y} r={place.area ? radius + 1 : radius} />
    </g>
  );
}
