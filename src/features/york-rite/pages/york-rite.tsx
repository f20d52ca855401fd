import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLoaderData, useLocation } from "react-router";
import { PLATES } from "#app/lib/plates.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { anchorOf, placeOf } from "../bodies.ts";
import { Arch } from "../components/arch.tsx";
import { BodyList } from "../components/body-list.tsx";
import { DegreeCard } from "../components/degree-card.tsx";
import { Swatch } from "../components/hatching.tsx";
import { readYorkRite } from "../york-rite.content.ts";
import type { YorkRite } from "../york-rite.schema.ts";
import styles from "./york-rite.module.css";

/** Runs once, in the build. */
export const loader = () => readYorkRite();

/** What the loader gave is part of the build: the address changes nothing in it. */
export const shouldRevalidate = () => false;

export default function YorkRitePage() {
  const { notices, bodies, degrees, studies } = useLoaderData<typeof loader>();
  const { body: current, degree } = usePlace();
  const [open, setOpen] = useState<string | null>(null);
  const body = bodies.find(({ id }) => id === current)!;
  const [lead, ...others] = notices;
  return (
    <div className={`page york york-${current}`}>
      <title>Rito de York: 13 graus em 4 corpos · Academia</title>
      <meta
        name="description"
        content="Rito de York (americano): os treze graus da Loja Simbólica, do Capítulo, do Conselho e da Comanderia, com ensinamentos, símbolos, vestes e bibliografia."
      />
      <header className={styles.yorkHead}>
        <div>
          <p className="caps caps-gold">Treze graus, quatro corpos</p>
          <h1>Rito de York</h1>
          <p className="lead">{lead}</p>
          <Link className="go" to="/estudos">
            Estudos do rito, para membros
          </Link>
        </div>
        <figure className="plate">
          <div className="plate-art">
            <Arch current={current} />
          </div>
          <figcaption>
            <span>
              Uma pedra por grau. O traço diz a cor, como nas gravuras antigas: deitado, azul; em pé, escarlate; oblíquo, púrpura;
              cruzado, preto.
            </span>
            <b>Pr. {PLATES.york}</b>
          </figcaption>
        </figure>
      </header>
      <div className={styles.yorkColumns}>
        <BodyList bodies={bodies} degrees={degrees} current={current} degree={degree} />
        <section aria-labelledby="t-corpo">
          <header className={styles.yorkBodyHead}>
            <Swatch place="corpo" body={current} />
            <h2 id="t-corpo">{body.name}</h2>
            <p className="meta">
              Graus {body.degrees}, cor associada: {body.color}
            </p>
            <p>{body.summary}</p>
            <p className={styles.presides}>
              <span className="meta">Preside:</span> {body.presides}
            </p>
          </header>
          {degrees
            .filter((each) => each.body === current)
            .map((each) => (
              <DegreeCard
                key={each.id}
                degree={each}
                study={studies.find((study) => study.degree === each.id)}
                open={open}
                onToggle={(section, heading) => {
                  const before = heading.getBoundingClientRect().top;
                  flushSync(() => setOpen(open === section ? null : section));
                  // the section that closes may be above: the heading that was tapped stays where it is
                  window.scrollBy({ top: heading.getBoundingClientRect().top - before, behavior: "instant" });
                }}
              />
            ))}
        </section>
      </div>
      <Notices notices={others} />
      <p className="visually-hidden" role="status">
        {body.name}, graus {body.degrees}
      </p>
    </div>
  );
}

function Notices({ notices }: { notices: YorkRite["notices"] }) {
  return (
    <section className={styles.yorkNotices} aria-labelledby="t-avisos">
      <h2 id="t-avisos">Avisos</h2>
      <ol>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ol>
    </section>
  );
}

/**
 * The body and the degree of the address. The prerendered page knows neither, so that a link from outside to a degree is followed once
 * the page has been taken over; inside the application the router scrolls, and this only moves the keyboard there too.
 */
function usePlace() {
  const hydrated = useHydrated();
  const { search, hash, key } = useLocation();
  const place = hydrated ? placeOf(new URLSearchParams(search), hash) : placeOf(new URLSearchParams(), "");
  const { degree } = place;
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    if (!hydrated || arrived.current === key) return;
    const first = arrived.current === undefined;
    arrived.current = key;
    const card = degree ? document.getElementById(anchorOf(degree)) : null;
    if (first && window.scrollY === 0) card?.scrollIntoView();
    card?.focus({ preventScroll: true });
  }, [hydrated, key, degree]);
  return place;
}
