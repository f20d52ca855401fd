import { useState } from "react";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { SpellingQueue } from "../lodges.answers.ts";
import { useJoinSpelling, useLodgeOptions, useSpellings } from "../lodges.queries.ts";
import styles from "../pages/lodges.module.css";

type Spelling = SpellingQueue["spellings"][number];

/** What members wrote and nobody has joined to a Lodge yet. */
export function Spellings() {
  const queue = useSpellings();
  const [joining, setJoining] = useState<Spelling | null>(null);
  return (
    <section className={styles.part} id="grafias" aria-labelledby="titulo-grafias">
      <h2 id="titulo-grafias">Grafias a juntar</h2>
      <p className="meta">
        Como os irmãos escreveram, e a Loja que nos parece ser. Juntar põe os membros na Loja e dá aos oficiais dela a vista do
        estudo deles; pode ser desfeito na página da Loja.
      </p>
      {queue.isPending && <Skeleton label="Carregando..." />}
      {queue.isError && (
        <ErrorState title="Não foi possível carregar as grafias." error={queue.error} onRetry={() => void queue.refetch()} />
      )}
      {queue.data?.total === 0 && <p>Nenhuma grafia espera.</p>}
      {queue.data && queue.data.total > 0 && (
        <ul className="ruled-rows">
          {queue.data.spellings.map((spelling) => (
            <li key={spelling.key}>
              <p>
                “{spelling.spelling}” <span className="meta">{plural(spelling.members, "membro", "membros")}</span>
                <br />
                {spelling.suggestion ? (
                  <>Parece a {spelling.suggestion.name}</>
                ) : (
                  <span className="meta">Não achamos uma Loja parecida</span>
                )}
              </p>
              <Button
                small
                look="secondary"
                onClick={() => setJoining(spelling)}
                aria-label={`Juntar a grafia “${spelling.spelling}” a uma Loja`}
              >
                Juntar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {joining && <JoinDialog spelling={joining} onClose={() => setJoining(null)} />}
    </section>
  );
}

function JoinDialog({ spelling: { key, spelling, members, suggestion }, onClose }: { spelling: Spelling; onClose: () => void }) {
  const options = useLodgeOptions();
  const join = useJoinSpelling();
  const [lodgeId, setLodgeId] = useState(suggestion?.id ?? "");
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    if (!lodgeId) return setMissing(true);
    join.mutate(
      { key, lodgeId },
      {
        onSuccess: (joined, here) => {
          toastSuccess("Grafia juntada", `${plural(joined.members, "membro", "membros")} na Loja.`);
          if (here) onClose();
        },
        onError: (error) => toastFailure("Não foi possível juntar.", error),
      },
    );
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Juntar “${spelling}”`}
      look="primary"
      action="Juntar"
      busyLabel="Juntando..."
      busy={join.isPending}
      onConfirm={confirm}
      description={
        <p>
          {plural(members, "membro escreveu", "membros escreveram")} assim. Os oficiais da Loja passam a ver o estudo deles, e
          eles leem isso na conta. Quem escrever o mesmo daqui em diante é da mesma Loja.
        </p>
      }
    >
      <SelectField
        label="Loja"
        value={lodgeId}
        onChange={(event) => {
          setLodgeId(event.target.value);
          setMissing(false);
        }}
        error={missing ? "Escolha a Loja" : undefined}
      >
        <option value="">Escolha</option>
        {options.data?.lodges.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
