import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { OwnCertificate } from "../certificates.answers.ts";
import { useChangeCertificate, useOwnCertificates } from "../certificates.queries.ts";
import { CertificateSheet } from "../components/certificate-sheet.tsx";
import { codeInGroups, hoursAndMinutes } from "../sheet/sheet.ts";
import styles from "./certificates.module.css";

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page">
    <title>Certificados · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Estudo concluído</p>
      <h1>Certificados de estudo</h1>
      <p className="lead">Um para cada grau em cujo exame você foi aprovado. Atestam estudo; não conferem grau.</p>
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Frame>
      <Skeleton label="Carregando..." lines={6} />
    </Frame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function OwnCertificatesPage() {
  const own = useOwnCertificates();
  const list = own.data?.certificates;
  if (own.isPending) return <Shell />;
  return (
    <Frame>
      {own.isError && (
        <ErrorState title="Erro ao carregar os certificados" error={own.error} onRetry={() => void own.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState title="Nenhum certificado ainda">
          <p>O certificado é emitido quando você passa no exame do grau, que abre com todos os módulos concluídos.</p>
          <Link className="btn btn-2" to="/modulos">
            Ver os módulos
          </Link>
        </EmptyState>
      )}
      {list?.map((certificate) =>
        certificate.revokedAt ? (
          <Revoked key={certificate.id} certificate={certificate} />
        ) : (
          <Valid key={certificate.id} certificate={certificate} />
        ),
      )}
    </Frame>
  );
}

function Revoked({ certificate: { degree, code, issuedAt, revokedAt, revokedReason } }: { certificate: OwnCertificate }) {
  return (
    <section className={styles.revoked} aria-label={`Certificado revogado de ${DEGREE_LABEL[degree]}`}>
      <h2>Caminho de {DEGREE_LABEL[degree]}</h2>
      <p>
        <strong>Revogado em {longDate(new Date(revokedAt!))}.</strong> Motivo: {revokedReason}
      </p>
      <p className="meta">
        Emitido em {longDate(new Date(issuedAt))}, código <span className={styles.code}>{codeInGroups(code)}</span>. Se não
        concordar, <Link to="/contato">escreva à Academia</Link>.
      </p>
    </section>
  );
}

function Valid({ certificate }: { certificate: OwnCertificate }) {
  const { id, degree, issuedAt } = certificate;
  const title = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} className={styles.certificate} aria-labelledby={title}>
      <h2 id={title} className="no-print">
        Caminho de {DEGREE_LABEL[degree]}
      </h2>
      <p className="lead no-print">Emitido em {longDate(new Date(issuedAt))}.</p>
      <CertificateSheet certificate={certificate} />
      <div className={`${styles.acts} no-print`}>
        <a className="btn" href={`/api/certificates/${id}/pdf`} download>
          <Icon name="download" />
          Baixar em PDF
        </a>
        <Button look="secondary" onClick={() => printAlone(section.current!)}>
          <Icon name="print" />
          Imprimir
        </Button>
        <a className="btn btn-2" href={`/api/certificates/${id}/badge`} download>
          Baixar como Open Badge
        </a>
        <p className="meta">
          A folha é A4 deitada, para papel de 180 g ou mais, sem margens e em escala de 100%. O Open Badge 3.0 é uma imagem que
          leva dentro a credencial assinada, para quem guarda credenciais em carteira digital.
        </p>
      </div>
      <div className={`${styles.columns} no-print`}>
        <Says certificate={certificate} />
        <CheckPage certificate={certificate} />
      </div>
    </section>
  );
}

/** Prints one sheet, of however many there are on the page. */
function printAlone(section: HTMLElement): void {
  section.dataset.printed = "alone";
  window.addEventListener("afterprint", () => delete section.dataset.printed, { once: true });
  window.print();
}

function Says({ certificate }: { certificate: OwnCertificate }) {
  const { code, lessons, modules, minutes, rightCount, questions } = certificate;
  const lines: [string, string][] = [
    ["Conteúdo", `${plural(lessons, "lição", "lições")} em ${plural(modules, "módulo", "módulos")}`],
    ["Estudo", hoursAndMinutes(minutes)],
    ["Exame", `${rightCount} de ${questions}`],
  ];
  return (
    <section>
      <h3 className="caps">O que a folha diz</h3>
      <NameForm certificate={certificate} />
      <dl className={`terms ${styles.facts}`}>
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>Código</dt>
          <dd className={styles.code}>{codeInGroups(code)}</dd>
        </div>
      </dl>
      <p className={styles.note}>Atesta estudo. Não confere grau nem substitui a instrução da Loja.</p>
    </section>
  );
}

/** The name that is printed on the sheet and on the public page: a form of the registered one. */
function NameForm({ certificate: { id, holderName, nameForms } }: { certificate: OwnCertificate }) {
  const [name, setName] = useState(holderName);
  const change = useChangeCertificate(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { holderName: name },
      {
        onSuccess: () => toastSuccess("Nome guardado", "Vale para a folha e para a página de conferência."),
        onError: (error) => toastFailure("Nome não guardado", error),
      },
    );
  };
  return (
    <form className={styles.name} onSubmit={submit}>
      <SelectField
        label="Nome que aparece"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={change.error instanceof ApiError ? change.error.fields.holderName : undefined}
      >
        {[...new Set([holderName, ...nameForms])].map((form) => (
          <option key={form}>{form}</option>
        ))}
      </SelectField>
      <Button type="submit" look="secondary" small busy={change.isPending} busyLabel="Guardando...">
        Guardar o nome
      </Button>
    </form>
  );
}

function CheckPage({ certificate: { id, code, address, open } }: { certificate: OwnCertificate }) {
  const change = useChangeCertificate(id);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toastSuccess("Endereço copiado");
  };
  return (
    <section>
      <h3 className="caps">Página de conferência</h3>
      <p>Quem tiver o código vê o nome acima, o que você estudou e a data. Nada mais.</p>
      <p className={styles.address}>{address.replace(/^https?:\/\//, "")}</p>
      <p className={styles.row}>
        <Button look="secondary" small onClick={() => void copy()}>
          Copiar o endereço
        </Button>
        {open && <ShareButton path={address} label="Enviar" />}
        <Link className="go" to={`/certificado/${code}`}>
          Ver a página <Icon name="arrow" />
        </Link>
      </p>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          role="switch"
          checked={open}
          aria-checked={open}
          disabled={change.isPending}
          onChange={({ target }) =>
            change.mutate({ open: target.checked }, { onError: (error) => toastFailure("Nada mudou", error) })
          }
        />
        <span className={styles.track} aria-hidden="true" />
        <span>
          <b>{open ? "Página aberta" : "Página fechada"}</b>
          <br />
          <span className="meta">Fechada, o código responde apenas que o titular a fechou.</span>
        </span>
      </label>
    </section>
  );
}
