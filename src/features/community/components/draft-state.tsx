import { hourAndMinute } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "../pages/topic.module.css";
import { readable } from "./mentions.ts";
import type { useAccountDraft, Words } from "./use-account-draft.ts";
import { day } from "./words.ts";

type Props = { draft: ReturnType<typeof useAccountDraft>; name: string; onTake: (words: Words) => void };

/** Where the draft is kept, how its writer signs, and what another device kept meanwhile. */
export function DraftState({ draft: { words, savedAt, offline, other, setOther }, name, onTake }: Props) {
  return (
    <>
      {other && (
        <div className="note">
          <p>
            <strong>Em outra aba ou em outro aparelho há outro rascunho:</strong>
          </p>
          <p className={styles.asWritten}>{readable(other.body).text}</p>
          <Button
            look="secondary"
            small
            onClick={() => {
              setOther(undefined);
              onTake(other);
            }}
          >
            Ficar com o de lá
          </Button>
        </div>
      )}
      <p className="meta">
        {offline && words.body.trim() !== "" && "Sem conexão: o rascunho está guardado nesta aba. "}
        {!offline && savedAt && `Rascunho guardado na sua conta ${savedWhen(savedAt)}. `}
        Assina como <b>{name}</b>
        {name.endsWith(".") ? "" : "."}
      </p>
    </>
  );
}

/** "às 21:14", "ontem às 22:05" */
function savedWhen(at: string): string {
  const words = day(at);
  return words.startsWith("hoje") ? `às ${hourAndMinute(new Date(at))}` : words.includes("às") ? words : `em ${words}`;
}
