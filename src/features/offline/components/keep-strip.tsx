import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { hasFlag } from "#app/lib/device-flags.ts";
import type { PackageHere } from "#app/lib/kept-store.ts";
import { hasServiceWorkers } from "#app/lib/service-worker.ts";
import { Button } from "#app/ui/button.tsx";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { keep, stopKeeping, useDownload } from "../keep.ts";
import { useHere, usePackage } from "../offline.queries.ts";
import type { PackageRef } from "../offline.schema.ts";
import { contentInWords, sizeInWords, untilInWords } from "../words.ts";
import styles from "./offline.module.css";

type Props = PackageRef & {
  /** What the press takes: "Baixar módulo". */
  label: string;
};

/** Takes a text along, to be read without a connection, and shows how far that is. Nothing is kept before the press. */
export function KeepStrip({ kind, id, label }: Props) {
  const ref = { kind, id };
  const { id: account, standing } = useMember();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(hasServiceWorkers()), []);
  const enabled = possible && standing === "full";
  const offered = usePackage(ref, enabled);
  const here = useHere(enabled && hasFlag("guardado"));
  const download = useDownload(ref);
  const kept = here.data?.packages.find((each) => each.kind === kind && each.id === id);
  const found = offered.data ?? kept; // nothing is offered while the academy has it switched off
  if (!enabled || !found) return null;
  const start = () => void keep(ref, account);
  if (download && download.problem === undefined)
    return (
      <Strip title="Baixando" words={`${partInWords(download, found.bytes)} Pode sair desta página.`}>
        <button type="button" className="quiet" onClick={() => stopKeeping(ref)}>
          Parar
        </button>
        <div className={styles.whole}>
          <SmallGauge
            value={Math.floor((download.have / download.of) * 100)}
            divisions={Math.max(1, found.lessons)}
            label="Quanto já foi baixado"
          />
        </div>
      </Strip>
    );
  const problem = download?.problem;
  if (kept?.state === "complete" && !problem) {
    const changed = Boolean(offered.data) && offered.data?.version !== kept.version;
    return (
      <Strip title="Guardado neste aparelho" words={keptInWords(changed, here.data?.terms?.until)}>
        {changed && (
          <Button look="secondary" onClick={start}>
            Baixar a versão nova
          </Button>
        )}
        <Link className="quiet" to="/conta/aparelho">
          Ver o que está guardado
        </Link>
      </Strip>
    );
  }
  return (
    <Strip
      title={kept ? "Baixado em parte" : "Ler sem rede"}
      words={`${contentInWords(found)}: ${sizeInWords(found.bytes)}.`}
      problem={problem}
    >
      <Button look="secondary" onClick={start}>
        <Icon name="download" />
        {kept ? "Continuar" : label}
      </Button>
    </Strip>
  );
}

const partInWords = ({ have, of }: { have: number; of: number }, bytes: number): string =>
  `${sizeInWords((have / of) * bytes)} de ${sizeInWords(bytes)}.`;

const keptInWords = (changed: boolean, until: string | undefined): string =>
  [until && untilInWords(until), changed && "O texto mudou desde então."].filter(Boolean).join(" ");

type StripProps = { title: string; words: string; problem?: string | undefined; children: React.ReactNode };

function Strip({ title, words, problem, children }: StripProps) {
  const titleId = useId();
  return (
    <section className={`${styles.strip} no-print`} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        <p className="meta">{words}</p>
      </div>
      <div className={styles.acts}>{children}</div>
      {problem && (
        <p className={`form-error ${styles.whole}`} role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
    </section>
  );
}

/** How many lessons are kept of all packages together. */
export const lessonsHere = (packages: PackageHere[]): number =>
  new Set(packages.flatMap(({ addresses }) => addresses.filter((address) => address.endsWith("/text")))).size;
