import { useState } from "react";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { BatchProgress } from "../components/batch-progress.tsx";
import { CheckedList } from "../components/checked-list.tsx";
import { InviteOne } from "../components/invite-one.tsx";
import { ListForm } from "../components/list-form.tsx";
import { SentList } from "../components/sent-list.tsx";
import type { CheckedLine, ListCheck } from "../invitations.answers.ts";
import { type PeopleList, useCheckList, useFollowSent, useInviteList, useLatestBatch } from "../invitations.queries.ts";
import { listOf } from "../list/list-csv.ts";
import styles from "./invitations.module.css";

const HEAD = { room: "Pessoas", heading: "Convites", lead: "Quem chega por convite já entra com Loja e grau confirmados." };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

/** A list that was looked at, with what was mended in it since. */
type Checked = { list: PeopleList; check: ListCheck };

export default function InvitationsPage() {
  const [text, setText] = useState("");
  const [checked, setChecked] = useState<Checked | null>(null);
  const [one, setOne] = useState(false);
  const check = useCheckList();
  const send = useInviteList();
  const batch = useLatestBatch().data?.batch;
  useFollowSent(batch?.sent, batch?.endedAt);
  const look = (list: PeopleList, of?: ListCheck) =>
    check.mutate(list, {
      // a mended list is ours by then: what it was when it came is what is told
      onSuccess: (found) =>
        setChecked({
          list,
          check: of ? { ...found, delimiter: of.delimiter, encoding: of.encoding, ignored: of.ignored } : found,
        }),
    });
  const mend = (line: CheckedLine) => {
    if (!checked) return;
    const lines = checked.check.lines.map((each) => (each.line === line.line ? line : each));
    look({ name: checked.list.name, bytes: listOf(lines) }, checked.check);
  };
  const leave = () => {
    setChecked(null);
    check.reset();
    send.reset();
  };
  return (
    <AdminPage {...HEAD}>
      <div className={styles.columns}>
        <div className={styles.column}>
          {batch && !checked && <BatchProgress batch={batch} />}
          {checked ? (
            <CheckedList
              name={checked.list.name}
              list={checked.check}
              busy={check.isPending}
              sending={send.isPending}
              error={send.error?.message ?? check.error?.message}
              onChangeList={leave}
              onMend={mend}
              onSend={() =>
                send.mutate(
                  { ...checked.list, ready: checked.check.counts.ready },
                  {
                    onSuccess: () => {
                      leave();
                      setText("");
                    },
                  },
                )
              }
            />
          ) : (
            <ListForm
              text={text}
              onText={setText}
              busy={check.isPending}
              error={check.error?.message}
              onCheck={(list) => look(list)}
              onInviteOne={() => setOne(true)}
            />
          )}
          <SentList />
        </div>
        <aside className={styles.column}>
          <section className={styles.note} aria-labelledby="diz">
            <h2 id="diz">O convite diz</h2>
            <p className={styles.says}>
              “A sua Loja abriu um lugar para você na Academia. Abra o convite, confira o seu nome e escolha uma senha.”
            </p>
            <p>O assunto da carta não traz nome de ordem nem de Loja, e a carta não traz o nome de ninguém.</p>
          </section>
          <section className={`${styles.part} ${styles.aside}`} aria-labelledby="regras">
            <h2 id="regras" className="ruled-head">
              Enviar de novo, retirar
            </h2>
            <p className="meta">Enviar de novo troca o link e conta outros 14 dias; o antigo deixa de abrir.</p>
            <p className="meta">Retirar fecha o link na hora. Quem já aceitou continua membro.</p>
            <p className="meta">O que ninguém aceitou é apagado 90 dias depois de expirar.</p>
          </section>
        </aside>
      </div>
      {one && <InviteOne onClose={() => setOne(false)} />}
    </AdminPage>
  );
}
