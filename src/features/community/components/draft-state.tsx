import { hourAndMinute } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { readable } from "./mentions.ts";
import postStyles from "./post.module.css";
import type { useAccountDraft, Words } from "./use-account-draft.ts";
import { day } from "./words.ts";
import writingStyles from "./writing.module.css";

type Kept = { draft: ReturnType<typeof useAccountDraft> };

/** What another device kept meanwhile. */
export function OtherDraft({ draft: { other, setOther }, onTake }: Kept & { onTake: (words: Words) => void }) {
  if (!other) return null;
  return (
    <div className="note">
      <p>
        <strong>Em outra aba ou em outro aparelho há outro rascunho:</strong>
      </p>
      <p className={postStyles.asWritten}>{readable(other.body).text}</p>
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
  );
}

/** Where the draft is kept, and how its writer signs: beside the button, which is in sight while one writes. */
export const DraftState = ({ draft: { words, savedAt, offline }, name }: Kept & { name: string }) => (
  <p className={`meta ${writingStyles.draftState}`}>
    {offline && words.body.trim() !== "" && "Sem conexão: o rascunho está guardado nesta aba. "}
    {!offline && savedAt && `Rascunho guardado na sua conta ${savedWhen(savedAt)}. `}
    Assina como <b>{name}</b>
    {name.endsWith(".") ? "" : "."}
  </p>
);

/** "às 21:14", "ontem às 22:05" */
function savedWhen(at: string): string {
  const words = day(at);
  return words.startsWith("hoje") ? `às ${hourAndMinute(new Date(at))}` : words.includes("às") ? words : `em ${words}`;
}
