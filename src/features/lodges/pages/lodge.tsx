import { useState } from "react";
import { Link, useParams } from "react-router";
import { useAdminDenied } from "#app/features/admin/admin.queries.ts";
import { AccessDenied } from "#app/features/admin/components/access-denied.tsx";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { isoDayInBrasilia, longDate, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { LodgeDialog } from "../components/lodge-dialog.tsx";
import type { LodgeDetails, Officer } from "../lodges.answers.ts";
import { useAppointOfficer, useEndTerm, useLodge, usePartSpelling, useSetLodgeActive } from "../lodges.queries.ts";
import { lodgeName, OFFICE_LABEL, OFFICES, type Office, officerInput, SINGLE_OFFICES } from "../lodges.schema.ts";
import styles from "./lodges.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Casa · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Lojas</p>
        <h1>Loja</h1>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** The last day of a term: it ends at the midnight after it. */
const lastDay = (endsAt: string) => new Date(new Date(endsAt).getTime() - 60_000);

export default function LodgeOfTheList() {
  const { lodgeId = "" } = useParams();
  const lodge = useLodge(lodgeId);
  if (useAdminDenied()) return <AccessDenied />;
  if (lodge.isPending) return <Shell />;
  if (!lodge.data)
    return (
      <div className="page">
        <title>Casa · Academia</title>
        <h1>Loja</h1>
        <ErrorState title="Não foi possível abrir a Loja." error={lodge.error} onRetry={() => void lodge.refetch()} />
      </div>
    );
  return <Page lodge={lodge.data} />;
}

function Page({ lodge }: { lodge: LodgeDetails }) {
  const { city, state, members, activeMembers, active, officers } = lodge;
  const inOffice = officers.filter(({ startsAt }) => new Date(startsAt).getTime() <= Date.now());
  return (
    <div className="page">
      <title>Casa · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">
          <Link to="/admin/lojas">Lojas</Link>
        </p>
        <h1>{lodgeName(lodge)}</h1>
        <p className="lead">
          Oriente de {city}
          {state && `, ${state}`}. {plural(members, "membro", "membros")}, {plural(activeMembers, "ativo", "ativos")} em 30 dias.
          {!active && " Desativada."}
        </p>
      </header>
      <div className="with-aside">
        <div>
          <section className={styles.part}>
            <h2>Oficiais</h2>
            {active && inOffice.length === 0 && (
              <p>
                <strong>Ninguém confirma admissões e graus desta Loja.</strong> Os pedidos vêm à administração.
              </p>
            )}
            <ul className="ruled-rows">
              {officers.map((officer) => (
                <OfficerRow key={officer.id} officer={officer} />
              ))}
            </ul>
            {active && <Appoint lodge={lodge} />}
          </section>
          <Members lodge={lodge} />
        </div>
        <aside>
          <Record lodge={lodge} />
          {lodge.formerOfficers.length > 0 && (
            <section className={styles.part}>
              <h2>Oficiais que teve</h2>
              <ul className="ruled-rows">
                {lodge.formerOfficers.map(({ id, name, office, startsAt, endsAt }) => (
                  <li key={id}>
                    <p>
                      {name}, {OFFICE_LABEL[office]}
                      <span className={`meta ${styles.line}`}>
                        {longDate(new Date(startsAt))} a {longDate(lastDay(endsAt))}
                      </span>
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <JoinedSpellings lodge={lodge} />
        </aside>
      </div>
    </div>
  );
}

function OfficerRow({ officer: { id, name, office, startsAt, endsAt } }: { officer: Officer }) {
  const [ending, setEnding] = useState(false);
  const end = useEndTerm();
  const begun = new Date(startsAt).getTime() <= Date.now();
  const confirm = () =>
    end.mutate(id, {
      onSuccess: (_, here) => {
        toastSuccess("Mandato encerrado", `${name} recebe uma carta.`);
        if (here) setEnding(false);
      },
      onError: (error) => toastFailure("Não foi possível encerrar o mandato.", error),
    });
  return (
    <li>
      <p>
        <strong>{name}</strong>, {OFFICE_LABEL[office]}
        <span className={`meta ${styles.line}`}>
          {begun ? `até ${longDate(lastDay(endsAt))}` : `de ${longDate(new Date(startsAt))} a ${longDate(lastDay(endsAt))}`}
        </span>
      </p>
      <Button small look="secondary" onClick={() => setEnding(true)} aria-label={`Encerrar o mandato de ${name}`}>
        Encerrar
      </Button>
      {ending && (
        <ConfirmDialog
          onClose={() => setEnding(false)}
          title="Encerrar o mandato"
          action="Encerrar agora"
          busyLabel="Encerrando..."
          busy={end.isPending}
          onConfirm={confirm}
          description={
            <p>
              {name} deixa na hora de ver o estudo dos irmãos e de confirmar admissões e graus. O que já confirmou fica. A Loja
              sem oficial manda os pedidos à administração.
            </p>
          }
        />
      )}
    </li>
  );
}

/** Registers a term; of who holds the office until then it says that it ends. */
function Appoint({ lodge }: { lodge: LodgeDetails }) {
  const today = isoDayInBrasilia(new Date());
  const inAYear = isoDayInBrasilia(new Date(Date.now() + 365 * 86_400_000));
  const form = useZodForm(officerInput, { memberId: "", office: "secretario", from: today, until: inAYear });
  const appoint = useAppointOfficer(lodge.id);
  const { errors } = form.formState;
  const [memberId, chosenOffice, from] = form.watch(["memberId", "office", "from"]);
  const office = chosenOffice as Office;
  const chosen = lodge.memberList.find(({ id }) => id === memberId);
  const former = SINGLE_OFFICES.includes(office)
    ? lodge.officers.find((officer) => officer.office === office && isoDayInBrasilia(lastDay(officer.endsAt)) >= from)
    : undefined;
  const submit = form.handleSubmit((input) =>
    appoint.mutate(input, {
      onSuccess: () => {
        toastSuccess("Oficial registrado", "Ele recebe uma carta.");
        form.reset();
      },
      onError: (error, here) => {
        if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível registrar o oficial.", error);
      },
    }),
  );
  const busy = appoint.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate aria-labelledby="nomear">
      <h3 id="nomear">Registrar um oficial</h3>
      <SelectField label="Irmão" disabled={busy} error={errors.memberId?.message} {...form.register("memberId")}>
        <option value="">Escolha entre os membros da Loja</option>
        {lodge.memberList.map(({ id, name, degree }) => (
          <option key={id} value={id}>
            {name}, {DEGREE_LABEL[degree]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Cargo" disabled={busy} error={errors.office?.message} {...form.register("office")}>
        {OFFICES.map((each) => (
          <option key={each} value={each}>
            {OFFICE_LABEL[each]}
          </option>
        ))}
      </SelectField>
      <TextField label="De" type="date" disabled={busy} error={errors.from?.message} {...form.register("from")} />
      <TextField label="Até" type="date" disabled={busy} error={errors.until?.message} {...form.register("until")} />
      {chosen && (
        <p className="meta">
          {chosen.name} passa a confirmar admissão e grau dos {lodge.members} irmãos, e a ver o estudo deles. Eles leem isso na
          conta.
          {former && former.memberId !== memberId && ` O mandato de ${former.name} termina nesse dia.`}
        </p>
      )}
      <FormError message={errors.root?.message} />
      <div>
        <Button type="submit" busy={busy} busyLabel="Registrando...">
          Registrar {OFFICE_LABEL[office]}
        </Button>
      </div>
    </form>
  );
}

function Members({ lodge: { memberList, members } }: { lodge: LodgeDetails }) {
  return (
    <section className={styles.part}>
      <h2>Membros</h2>
      {memberList.length === 0 && (
        <p>Ninguém ainda. Os irmãos entram na Loja por convite, ou quando a grafia que escreveram é juntada.</p>
      )}
      <ul className="ruled-rows">
        {memberList.map(({ id, name, degree, confirmed, lastAccessAt }) => (
          <li key={id}>
            <p>
              <Link to={`/admin/membros/${id}`}>{name}</Link>
              <span className={`meta ${styles.line}`}>
                {DEGREE_LABEL[degree]}
                {!confirmed && ", por confirmar"}
              </span>
            </p>
            <span className="meta">{lastAccessAt ? timeAgo(new Date(lastAccessAt)) : "nunca entrou"}</span>
          </li>
        ))}
      </ul>
      {members > memberList.length && <p className="meta">Aqui estão os {memberList.length} primeiros, por nome.</p>}
    </section>
  );
}

function Record({ lodge }: { lodge: LodgeDetails }) {
  const [editing, setEditing] = useState(false);
  const [closing, setClosing] = useState(false);
  const setActive = useSetLodgeActive(lodge.id);
  const change = (active: boolean) =>
    setActive.mutate(active, {
      onSuccess: (_, here) => {
        toastSuccess(active ? "Loja reativada" : "Loja desativada");
        if (here) setClosing(false);
      },
      onError: (error) => toastFailure("Não foi possível mudar a Loja.", error),
    });
  return (
    <section className={styles.part}>
      <h2>Registro</h2>
      <dl>
        <dt className="meta">Potência</dt>
        <dd>{lodge.jurisdiction}</dd>
        <dt className="meta">Situação</dt>
        <dd>{lodge.active ? "Ativa" : "Desativada"}</dd>
      </dl>
      <div className={styles.acts}>
        <Button small look="secondary" onClick={() => setEditing(true)}>
          Corrigir
        </Button>
        {lodge.active ? (
          <Button small look="secondary" onClick={() => setClosing(true)}>
            Desativar a Loja
          </Button>
        ) : (
          <Button small look="secondary" busy={setActive.isPending} onClick={() => change(true)}>
            Reativar
          </Button>
        )}
      </div>
      {editing && <LodgeDialog lodge={lodge} onClose={() => setEditing(false)} />}
      {closing && (
        <ConfirmDialog
          onClose={() => setClosing(false)}
          title="Desativar a Loja"
          action="Desativar"
          busyLabel="Desativando..."
          busy={setActive.isPending}
          onConfirm={() => change(false)}
          description={
            <p>
              A Loja some das listas de escolha, e os oficiais dela deixam de ver e de decidir. Os{" "}
              {plural(lodge.members, "membro", "membros")} ficam, sem Loja ativa. Pode ser reativada.
            </p>
          }
        />
      )}
    </section>
  );
}

function JoinedSpellings({ lodge }: { lodge: LodgeDetails }) {
  const part = usePartSpelling();
  const others = lodge.spellings.filter(({ spelling }) => spelling !== lodgeName(lodge));
  if (others.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>Grafias juntadas</h2>
      <ul className="ruled-rows">
        {others.map(({ key, spelling, members }) => (
          <li key={key}>
            <p>
              “{spelling}”<span className={`meta ${styles.line}`}>{plural(members, "membro", "membros")}</span>
            </p>
            <Button
              small
              look="secondary"
              busy={part.isPending && part.variables === key}
              onClick={() =>
                part.mutate(key, {
                  onSuccess: (parted) =>
                    toastSuccess("Grafia separada", `${plural(parted.members, "membro", "membros")} sem Loja da lista.`),
                  onError: (error) => toastFailure("Não foi possível separar.", error),
                })
              }
              aria-label={`Separar a grafia “${spelling}”`}
            >
              Separar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
