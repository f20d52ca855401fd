import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { useLostSince } from "#app/lib/connection.ts";
import { dayOfMonth, longDate } from "#app/lib/format.ts";
import type { PackageHere } from "#app/lib/kept-store.ts";
import { firstName, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { DoneList } from "../components/done-list.tsx";
import { InstallButton } from "../components/install-button.tsx";
import { lessonsHere } from "../components/keep-strip.tsx";
import styles from "../components/offline.module.css";
import { keep, remove, useDownload } from "../keep.ts";
import { useHere, usePackage } from "../offline.queries.ts";
import { contentInWords, sizeInWords, untilInWords } from "../words.ts";

const Head = () => (
  <>
    <title>Neste aparelho · Academia</title>
    <nav className="crumbs" aria-label="Você está em">
      <ol>
        <li>
          <Link to="/conta">Minha conta</Link>
        </li>
        <li>
          <span aria-current="page">Neste aparelho</span>
        </li>
      </ol>
    </nav>
    <header className="page-head">
      <h1>Neste aparelho</h1>
      <p className="lead">O que está guardado aqui para ler sem rede, e o que você fez sem ela.</p>
    </header>
  </>
);

const Shell = () => (
  <PageShell>
    <div className="page">
      <Head />
      <Skeleton label="Carregando..." />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** What this device keeps and until when it opens; it needs no connection. */
export default function ThisDevicePage() {
  const here = useHere();
  if (here.isPending) return <Shell />;
  if (!here.data)
    return (
      <div className="page">
        <Head />
        <ErrorState title="Não foi possível ver o que está guardado" error={here.error} onRetry={() => void here.refetch()} />
      </div>
    );
  const { packages, terms, since, space } = here.data;
  return (
    <div className={`page ${styles.parts}`}>
      <Head />
      <DoneList />
      {terms && !terms.isOpen && (
        <div className="note">
          <p>
            <strong>O prazo terminou em {longDate(new Date(terms.until))}.</strong> O que está guardado volta a abrir assim que
            este aparelho tiver rede.
          </p>
        </div>
      )}
      {packages.length > 0 ? (
        <Kept packages={packages} until={terms?.until} since={since} space={space} />
      ) : (
        (!terms || terms.isOpen) && (
          <EmptyState title="Nada guardado neste aparelho">
            <p>
              Na página de um módulo, “Baixar módulo” leva as lições, as pranchas e os documentos para ler sem rede. A semana, uma
              peça, um estudo ou uma vida se guardam no fim da página de cada um.
            </p>
            <Link className="btn" to="/modulos">
              Ver os módulos
            </Link>
          </EmptyState>
        )
      )}
      <Rules />
      <InstallButton />
    </div>
  );
}

type KeptProps = { packages: PackageHere[]; until: string | undefined; since: number | null; space: StorageEstimate | null };

/** "Telefone", as far as the screen tells. */
const deviceInWords = () =>
  !matchMedia("(pointer: coarse)").matches ? "Computador" : Math.min(screen.width, screen.height) < 600 ? "Telefone" : "Tablet";

function Kept({ packages, until, since, space }: KeptProps) {
  const { name } = useMember();
  const [confirming, setConfirming] = useState(false);
  const { usage = 0, quota } = space ?? {};
  const removeAll = async () => {
    await remove("all");
    setConfirming(false);
    toastSuccess("Nada mais está guardado aqui", "O seu progresso continua na sua conta.");
  };
  return (
    <section aria-labelledby="t-guardado">
      <h2 id="t-guardado">Guardado aqui</h2>
      <p className="meta">
        {`${deviceInWords()} de ${firstName(name)}${since === null ? "" : `, desde ${dayOfMonth(new Date(since))}`}. `}
        {quota !== undefined && `Com as páginas, ocupa ${sizeInWords(usage)} dos ${sizeInWords(quota)} que o navegador permite. `}
        O texto fica cifrado e abre só com a sua conta.
      </p>
      <ul className={styles.here}>
        {packages.map((each) => (
          <PackageLine key={`${each.kind}:${each.id}`} here={each} until={until} />
        ))}
      </ul>
      <p className="meta">
        {plural(lessonsHere(packages), "lição", "lições")} ao todo. A revisão de hoje, o painel, a semana e as suas anotações vão
        junto, e se renovam a cada dia com rede.
      </p>
      <div className={styles.acts}>
        <Button look="danger" onClick={() => setConfirming(true)}>
          Remover tudo deste aparelho
        </Button>
        <p className="meta">O seu progresso fica na conta. O que está pendente ainda sai, com rede.</p>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Remover tudo deste aparelho?"
        action="Remover tudo"
        onConfirm={() => void removeAll()}
      >
        <p>As lições guardadas deixam de abrir sem rede. Pode baixá-las de novo quando quiser.</p>
      </ConfirmDialog>
    </section>
  );
}

function PackageLine({ here, until }: { here: PackageHere; until: string | undefined }) {
  const { id: account } = useMember();
  const download = useDownload(here);
  const running = download !== undefined && download.problem === undefined;
  const offered = usePackage(here, useLostSince() === undefined).data;
  const changed = Boolean(offered) && offered?.version !== here.version;
  const words = [
    `${contentInWords(here)}.`,
    running ? "Baixando." : here.state === "complete" ? until && untilInWords(until) : "Baixado em parte.",
    changed && !running && "O texto mudou desde então.",
    download?.problem,
  ];
  const start = () => void keep(here, account);
  return (
    <li>
      <div>
        <h3>
          <Link to={here.path}>{here.title}</Link>
        </h3>
        <p className="meta">{words.filter(Boolean).join(" ")}</p>
      </div>
      <span className={styles.size}>{sizeInWords(here.bytes)}</span>
      {here.state !== "complete" && !running ? (
        <button type="button" className="quiet" onClick={start} aria-label={`Continuar a baixar ${here.title}`}>
          Continuar
        </button>
      ) : changed && !running ? (
        <button type="button" className="quiet" onClick={start} aria-label={`Baixar a versão nova de ${here.title}`}>
          Baixar a versão nova
        </button>
      ) : (
        <button
          type="button"
          className="quiet"
          onClick={() => void remove(here)}
          aria-label={`Remover ${here.title} deste aparelho`}
        >
          Remover
        </button>
      )}
    </li>
  );
}

/** What holds for everything that is kept. */
function Rules() {
  const [apple, setApple] = useState(false);
  useEffect(() => setApple(/iPhone|iPad|Macintosh.*Safari/.test(navigator.userAgent) && !/Chrome/.test(navigator.userAgent)), []);
  return (
    <section aria-labelledby="t-regras">
      <h2 id="t-regras">Como isto funciona</h2>
      <p>
        Sem rede, o que está guardado abre por até quatorze dias; cada visita com rede renova o prazo. Ao sair da conta, tudo o
        que está guardado se apaga, mesmo sem rede. Se o seu grau mudar ou a sua conta for suspensa, o aparelho deixa de abrir os
        textos na primeira vez em que houver rede.
      </p>
      <p>O exame pede rede do começo ao fim: o relógio é o da casa. As respostas certas das questões não ficam no aparelho.</p>
      {apple && (
        <p>
          No iPhone e no iPad, o Safari apaga o que um site guardou depois de sete dias sem uso. Ponha a Academia na tela de
          início, e isso não acontece.
        </p>
      )}
    </section>
  );
}
