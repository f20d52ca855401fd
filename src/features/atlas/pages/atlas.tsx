import { Link } from "react-router";
import { MAP_REGION_IDS, MAP_REGIONS, type MapRegion } from "#app/lib/map-regions.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { Atlas } from "../atlas.answers.ts";
import { useAtlas } from "../atlas.queries.ts";
import { countByPlace, inEntries, isAt, isWithin, stationsOf } from "../collection.ts";
import { Entries } from "../components/entries.tsx";
import { MapPlate } from "../components/map-plate.tsx";
import { YearsRule } from "../components/years-rule.tsx";
import { useChoice } from "../use-choice.ts";
import styles from "./atlas.module.css";

const Head = () => (
  <>
    <title>Mapa e tempo · Academia</title>
    <header className={`page-head ${styles.head}`}>
      <p className="caps caps-gold">Onde e quando</p>
      <h1>Mapa e tempo</h1>
      <p className="lead">
        Os <Link to="/documentos">documentos</Link>, as <Link to="/efemerides">efemérides</Link> e as{" "}
        <Link to="/vidas">vidas</Link> da Academia numa só página: escolha os anos, o lugar, ou os dois.
      </p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** All documents, days and lives by year and place: the map and the line of years choose what the list shows. */
export default function AtlasPage() {
  const atlas = useAtlas();
  if (atlas.isPending) return <Shell />;
  return (
    <div className="page">
      <Head />
      {atlas.isError && <ErrorState title="Erro ao carregar o mapa" error={atlas.error} onRetry={() => void atlas.refetch()} />}
      {atlas.data && <MapAndTime {...atlas.data} />}
    </div>
  );
}

function MapAndTime({ places, entries }: Atlas) {
  const byId = new Map(places.map((place) => [place.id, place]));
  const stations = stationsOf(entries);
  const { station, where, goTo, choose, clear, linkTo } = useChoice(stations, byId);
  const ofYears = entries.filter((entry) => isWithin(entry, station));
  const atPlace = entries.filter((entry) => isAt(entry, where, byId));
  const found = ofYears.filter((entry) => isAt(entry, where, byId));
  const nameOfPlace = where === null ? null : (byId.get(where)?.name ?? MAP_REGIONS[where as MapRegion].label);
  const years = station.kind === "all" ? null : station.label;
  const chosen =
    nameOfPlace && years ? `${nameOfPlace}, ${years.replace(/^[AS]/, (letter) => letter.toLowerCase())}` : (nameOfPlace ?? years);
  return (
    <>
      <YearsRule stations={stations} station={station} entries={entries} atPlace={atPlace} goTo={goTo} />
      <div className={where === null ? styles.all : styles.one}>
        <MapPlate places={places} counts={countByPlace(ofYears)} where={where} linkTo={linkTo} />
        <section aria-labelledby="t-lista">
          <div className={`${styles.place} no-print`}>
            <SelectField label="Lugar" value={where ?? ""} onChange={({ target }) => choose(target.value || null)}>
              <option value="">Todos os lugares</option>
              {MAP_REGION_IDS.map((region) => (
                <optgroup key={region} label={MAP_REGIONS[region].label}>
                  <option value={region}>{MAP_REGIONS[region].label}: tudo</option>
                  {places
                    .filter((place) => place.region === region)
                    .map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                </optgroup>
              ))}
            </SelectField>
            {chosen !== null && (
              <Button look="secondary" onClick={clear}>
                Mostrar tudo
              </Button>
            )}
          </div>
          <div className={styles.listHead}>
            <h2 id="t-lista">{chosen ?? "Todos os anos e lugares"}</h2>
            <p className="meta" role="status">
              {inEntries(found.length)}
              <span className="visually-hidden">: {chosen ?? "todos os anos e lugares"}</span>
            </p>
          </div>
          {found.length === 0 && (
            <EmptyState title="Nada deste lugar nestes anos">
              <p>As barras cheias da linha dos anos mostram quando há registros deste lugar.</p>
            </EmptyState>
          )}
          <Entries entries={found} places={byId} at={where} />
        </section>
      </div>
    </>
  );
}
