import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import type { Preview, TextDetail } from "../authoring.answers.ts";
import { SubmitDialog } from "./submit-dialog.tsx";

type Props = { text: TextDetail; version: number; preview: Preview; isSendable: boolean };

/** The way of a draft to its reviewers. */
export function SendDraft({ text, version, preview, isSendable }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={!isSendable}>
        Enviar para revisão
      </Button>
      {isOpen && (
        <SubmitDialog
          text={text}
          version={version}
          reason={text.draft?.reason ?? ""}
          remarks={preview.remarks.length}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
