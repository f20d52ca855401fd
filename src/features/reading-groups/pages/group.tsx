import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { AcceptRules } from "#app/features/community/components/accept-rules.tsx";
import weekStyles from "#app/features/week/pages/week.module.css";
import { weekInWords } from "#app/features/week/week.policy.ts";
import { ApiError } from "#app/lib/api.ts";
import { listInWords, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { GroupFrame, GroupShell } from "../components/group-frame.tsx";
import { degreeOf, progressOf } from "../components/group-words.ts";
import type { Group, GroupWeek } from "../reading-groups.answers.ts";
import { useBeginTopic, useCloseGroup, useGroup, useJoinGroup, useLeaveGroup, usePassGroup } from "../reading-groups.queries.ts";
import styles from "./group.module.css";

export const handle: WaitingPage = { Shell: GroupShell };

/** One reading group: this week's text, those before and after it, and one's own part in it. */
export default function GroupPage() {
  const { groupId = "" } = useParams();
  const group = useGroup(groupId);
  if (group.isPending) return <GroupShell />;
  if (!group.data)
    return (
      <GroupFrame name="Grupo de leitura">
        <ErrorState title="Não foi possível abrir o grupo" error={group.error} onRetry={() => void group.refetch()} />
      </GroupFrame>
    );
  return <Reading key={groupId} group={group.data} />;
}

function Reading({ group }: { group: Group }) {
  const { id, name, word, weeks, state, week: current } = group;
  return (
    <GroupFrame
      name={name}
      lead={`${progressOf({ ...group, weeks: weeks.length })}. ${degreeOf(group)}. De ${weekInWords(group.from, group.to)}.`}
    >
      <div className="with-aside">
        <div className={styles.part}>
          {state === "closed" && <p className="note">Este grupo foi encerrado. Os textos continuam onde estavam.</p>}
          {word && <p className={styles.word}>{word}</p>}
          {group.can.join && <OwnPart group={group} />}
          <ol className={weekStyles.week} aria-label="As semanas do grupo">
            {weeks.map((week) => (
              <Week key={week.number} group={group} week={week} isNow={week.number === current} />
            ))}
          </ol>
        </div>
        <aside>
          {!group.can.join && <OwnPart group={group} />}
          <Keeper group={group} />
          <section className={styles.part}>
            <h2>Para a reunião</h2>
            <p>O programa e as perguntas de cada texto, com lugar para escrever.</p>
            <p>
              <Link className="go" to={`/grupos/${id}/imprimir`}>
                Folha para imprimir <Icon name="arrow" />
              </Link>
            </p>
          </section>
        </aside>
      </div>
    </GroupFrame>
  );
}

function Week({ group, week, isNow }: { group: Group; week: GroupWeek; isNow: boolean }) {
  const { number, from, to, text, opensAfter, read, readers } = week;
  const hasBegun = group.state === "over" || (group.week !== null && number <= group.week);
  return (
    <li className={isNow ? weekStyles.now : read ? weekStyles.done : undefined}>
      <span className={`${weekStyles.number} osf`} aria-hidden="true">
        {number}
      </span>
      <div>
        <p className={weekStyles.kind}>
          <span>{isNow ? `Nesta semana, ${weekInWords(from, to)}` : weekInWords(from, to)}</span>
          {text && <span>{text.minutes} minutos</span>}
          {read && (
            <span className={weekStyles.taken}>
              <Icon name="check" />
              você leu
            </span>
          )}
        </p>
        {text ? (
          <>
            <h2>
              <Link to={text.path}>{text.title}</Link>
            </h2>
            <p className="meta">{text.shelf}</p>
          </>
        ) : (
          <p>O texto desta semana foi retirado da Academia. A semana continua, para pôr em dia o que faltou.</p>
        )}
        {opensAfter && <p className="meta">Abre para você quando terminar o módulo “{opensAfter}”.</p>}
        {readers.length > 0 && (
          <p className={styles.readers}>
            {readers.length === 1 ? "Leu" : "Leram"}: {listInWords(readers)}.
          </p>
        )}
        {hasBegun && text && group.membership && <Talk group={group} week={week} isNow={isNow} />}
      </div>
    </li>
  );
}

/** The week's topic in the community; who comes first begins it. */
function Talk({ group: { id, board }, week: { number, topicId }, isNow }: { group: Group; week: GroupWeek; isNow: boolean }) {
  const begin = useBeginTopic(id);
  const navigate = useNavigate();
  const [mustAccept, setMustAccept] = useState(false);
  if (topicId)
    return (
      <p>
        <Link className="go" to={`/comunidade/assunto/${topicId}`}>
          Conversar sobre este texto <Icon name="arrow" />
        </Link>
      </p>
    );
  if (!isNow || board === null) return null;
  return (
    <>
      {mustAccept && <AcceptRules />}
      <p className="meta">
        A conversa fica na sala {board} da comunidade, que é de todos os irmãos do grau. Quem a abre aparece pelo nome; a Loja e o
        grupo, não.
      </p>
      <Button
        small
        look="secondary"
        busy={begin.isPending}
        busyLabel="Abrindo..."
        onClick={() =>
          begin.mutate(number, {
            onSuccess: ({ topicId: begun }, here) => {
              if (here) void navigate(`/comunidade/assunto/${begun}`);
            },
            onError: (error) =>
              error instanceof ApiError && error.code === "rules_unaccepted"
                ? setMustAccept(true)
                : toastFailure("A conversa não foi aberta", error),
          })
        }
      >
        Abrir a conversa da semana
      </Button>
    </>
  );
}

function OwnPart({ group: { id, membership, members, can } }: { group: Group }) {
  const [shows, setShows] = useState(false);
  const join = useJoinGroup(id);
  const leave = useLeaveGroup(id);
  const failed = (error: Error) => toastFailure("Não foi possível guardar", error);
  const count = <p>{members === 0 ? "Ninguém entrou ainda." : `${plural(members, "irmão participa", "irmãos participam")}.`}</p>;
  if (!membership && !can.join) return <section className={styles.part}>{count}</section>;
  return (
    <section className={styles.part} aria-labelledby="participar">
      <h2 id="participar">{membership ? "Você participa" : "Participar"}</h2>
      {count}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={membership ? (join.isPending ? join.variables : membership.showsReading) : shows}
          disabled={join.isPending}
          onChange={({ target: { checked } }) => (membership ? join.mutate(checked, { onError: failed }) : setShows(checked))}
        />
        <span>
          Os irmãos do grupo podem ver que eu li{" "}
          <span className={`meta ${styles.explained}`}>
            Mostra o seu nome nos textos das semanas já começadas que você leu, e nada mais. Muda quando quiser.
          </span>
        </span>
      </label>
      {membership ? (
        <button
          type="button"
          className="quiet"
          disabled={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: () => toastSuccess("Você saiu do grupo"), onError: failed })}
        >
          Sair do grupo
        </button>
      ) : (
        <>
          <p className="meta">
            Na segunda-feira chega um aviso com o texto da semana; na sexta, um lembrete, se faltar ler. Em Notificações você muda
            isso.
          </p>
          <Button
            busy={join.isPending}
            busyLabel="Entrando..."
            onClick={() => join.mutate(shows, { onSuccess: () => toastSuccess("Você participa do grupo"), onError: failed })}
          >
            Participar
          </Button>
        </>
      )}
    </section>
  );
}

/** Who answers for the group, and what they may do with it. */
function Keeper({ group }: { group: Group }) {
  const { id, keeper, can, state } = group;
  const me = useMember();
  const [asked, setAsked] = useState<"pass" | "close" | null>(null);
  const pass = usePassGroup(id);
  if (keeper === null && state !== "coming" && state !== "running") return null;
  return (
    <section className={styles.part} aria-labelledby="responsavel">
      <h2 id="responsavel">Responsável</h2>
      {keeper === null ? (
        <p>
          Este grupo está sem responsável. As semanas continuam; um oficial da Loja, ou um Mestre Instrutor dela, pode assumi-lo.
        </p>
      ) : (
        <p>{can.keep ? "Você." : keeper}</p>
      )}
      {can.takeOver && (
        <Button
          look="secondary"
          busy={pass.isPending}
          busyLabel="Assumindo..."
          onClick={() =>
            pass.mutate(me.id, {
              onSuccess: () => toastSuccess("O grupo é seu", "Agora você pode mudar os textos das semanas que faltam."),
              onError: (error) => toastFailure("Nada mudou", error),
            })
          }
        >
          Assumir o grupo
        </Button>
      )}
      {can.keep && (
        <div className={styles.keeping}>
          <Link className="go" to={`/grupos/${id}/mudar`}>
            Mudar os textos <Icon name="arrow" />
          </Link>
          <button type="button" className="quiet" onClick={() => setAsked("pass")}>
            Passar a outro
          </button>
          <button type="button" className="quiet" onClick={() => setAsked("close")}>
            Encerrar o grupo
          </button>
        </div>
      )}
      {asked === "pass" && <PassDialog group={group} onClose={() => setAsked(null)} />}
      {asked === "close" && <CloseDialog groupId={id} onClose={() => setAsked(null)} />}
    </section>
  );
}

function PassDialog({ group: { id, heirs }, onClose }: { group: Group; onClose: () => void }) {
  const [memberId, setMemberId] = useState(heirs[0]?.id ?? "");
  const pass = usePassGroup(id);
  if (heirs.length === 0)
    return (
      <ConfirmDialog
        title="Passar a outro"
        description="Só um oficial da Loja, ou um Mestre Instrutor dela, com o grau do grupo, pode recebê-lo, e agora não há outro."
        look="primary"
        action="Entendi"
        onClose={onClose}
        onConfirm={onClose}
      />
    );
  return (
    <FormDialog
      title="Passar a outro"
      description={<p>Ele recebe um aviso, e você continua participando, se participa.</p>}
      action="Passar o grupo"
      busyLabel="Passando..."
      busy={pass.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        pass.mutate(memberId, {
          onSuccess: (_, here) => {
            toastSuccess("O grupo tem novo responsável");
            if (here) onClose();
          },
          onError: (error) => toastFailure("O grupo não foi passado", error),
        });
      }}
    >
      <SelectField label="A quem" value={memberId} onChange={({ target }) => setMemberId(target.value)}>
        {heirs.map((heir) => (
          <option key={heir.id} value={heir.id}>
            {heir.name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

function CloseDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const close = useCloseGroup(groupId);
  return (
    <ConfirmDialog
      title="Encerrar o grupo?"
      description="Os avisos param e ninguém mais entra. Quem participou continua a ver a página. Não há como reabrir."
      action="Encerrar"
      busyLabel="Encerrando..."
      busy={close.isPending}
      onClose={onClose}
      onConfirm={() =>
        close.mutate(undefined, {
          onSuccess: (_, here) => {
            toastSuccess("Grupo encerrado");
            if (here) onClose();
          },
          onError: (error) => toastFailure("O grupo não foi encerrado", error),
        })
      }
    />
  );
}
