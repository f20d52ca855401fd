import { useParams } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { dateAndTime, longDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import type { CertificateCheck } from "../certificates.answers.ts";
import { codeOf } from "../certificates.policy.ts";
import { useCertificateCheck } from "../certificates.queries.ts";
import { CodeForm } from "../components/code-form.tsx";
import { KeystoneArch } from "../components/keystone-arch.tsx";
import { codeInGroups, hoursAndMinutes } from "../sheet/sheet.ts";
import styles from "./certificates.module.css";

/** What a certificate's code attests, for anybody who has it. */
export default function CheckPage() {
  const { code = "" } = useParams();
  const check = useCertificateCheck(code);
  return (
    <div className={`page ${styles.verify}`}>
      <title>Conferência de certificado · Academia</title>
      <meta name="robots" content="noindex" />
      {check.isPending && (
        <>
          <h1 className="visually-hidden">Conferência de certificado</h1>
          <Skeleton label="Conferindo..." />
        </>
      )}
      {check.isError && (
        <>
          <h1 className="visually-hidden">Conferência de certificado</h1>
          <ErrorState title="Não foi possível conferir agora" error={check.error} onRetry={() => void check.refetch()} />
        </>
      )}
      {check.data && <Verdict code={code} check={check.data} />}
      <section className={`${styles.another} ${styles.asks}`} aria-labelledby="t-outro">
        <h2 id="t-outro">Conferir outro código</h2>
        <CodeForm key={code} />
      </section>
    </div>
  );
}

const TITLE: Record<CertificateCheck["status"], string> = {
  valid: "Válido",
  revoked: "Revogado",
  closed: "O titular fechou esta página",
  unknown: "Código desconhecido",
};

const LOOK = { valid: styles.ok, revoked: styles.no, closed: styles.mute, unknown: styles.mute };

function Verdict({ code, check }: { code: string; check: CertificateCheck }) {
  const { status, checkedAt, certificate } = check;
  return (
    <>
      <section className={`${styles.verdict} ${LOOK[status]}`}>
        <div className={styles.arch} aria-hidden="true">
          <KeystoneArch closed={status === "valid" || status === "closed"} />
        </div>
        <div className={styles.title}>
          <p className="caps caps-gold">Conferência de certificado</p>
          <h1>{TITLE[status]}</h1>
        </div>
        <div className={styles.words}>
          <Words code={code} check={check} />
          <p className="meta">Conferido nos nossos registros em {dateAndTime(new Date(checkedAt)).replace(", ", ", às ")}.</p>
        </div>
      </section>
      {certificate && (
        <div className={styles.columns}>
          <section aria-labelledby="t-atesta">
            <h2 className="caps" id="t-atesta">
              O que ele atesta
            </h2>
            <dl className={`terms ${styles.facts}`}>
              <div>
                <dt>Titular</dt>
                <dd className={styles.holder}>{certificate.holderName}</dd>
              </div>
              <div>
                <dt>Estudo</dt>
                <dd>Caminho de {DEGREE_LABEL[certificate.degree]}</dd>
              </div>
              <div>
                <dt>Conteúdo</dt>
                <dd>
                  {plural(certificate.lessons, "lição", "lições")} em {plural(certificate.modules, "módulo", "módulos")};{" "}
                  {hoursAndMinutes(certificate.minutes)} de estudo
                </dd>
              </div>
              <div>
                <dt>Exame</dt>
                <dd>
                  {certificate.rightCount} de {certificate.questions}
                </dd>
              </div>
              <div>
                <dt>Emitido em</dt>
                <dd>{longDate(new Date(certificate.issuedAt))}</dd>
              </div>
            </dl>
          </section>
          <aside className={styles.means} aria-labelledby="t-nao">
            <h2 className="caps" id="t-nao">
              O que ele não é
            </h2>
            <p>
              É um certificado de estudo. Não confere grau, não prova que o titular pertence a uma Loja e não serve de entrada em
              sessão alguma.
            </p>
            <p>Grau e filiação confirmam-se com a Loja e com a potência.</p>
          </aside>
        </div>
      )}
    </>
  );
}

function Words({ code, check: { status, issuedAt, revokedAt } }: { code: string; check: CertificateCheck }) {
  const shown = <span className={styles.code}>{codeOf(code) ? codeInGroups(codeOf(code)) : code.slice(0, 60)}</span>;
  switch (status) {
    case "valid":
      return <p className="lead">O certificado {shown} foi emitido pela Academia do Rito de York e está em vigor.</p>;
    case "revoked":
      return (
        <>
          <p className="lead">
            O certificado {shown} foi emitido em {longDate(new Date(issuedAt!))} e revogado em {longDate(new Date(revokedAt!))}.
          </p>
          <p>A folha impressa e o arquivo PDF já não atestam estudo. O titular conhece o motivo; esta página não o publica.</p>
        </>
      );
    case "closed":
      return <p>O código {shown} existe e não foi revogado. Para ver o que ele atesta, peça ao titular que abra a página.</p>;
    case "unknown":
      return <p>Nenhum certificado tem o código {shown}. Confira cada letra na folha: o código tem 26 sinais depois de “RY”.</p>;
  }
}
