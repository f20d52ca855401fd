import { useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import "#app/ui/styles/prose.css";
import { usePreview } from "../library.queries.ts";
import itemFormStyles from "./item-form.module.css";

/** Shows what a text in Markdown will look like. `onError` gets what is wrong in it. */
export function TextPreview({ text, onError }: { text: string; onError: (message: string | undefined) => void }) {
  const preview = usePreview();
  const [open, setOpen] = useState(false);
  const show = () =>
    preview.mutate(text, {
      onSuccess: () => {
        onError(undefined);
        setOpen(true);
      },
      onError: (error) => {
        if (error instanceof ApiError && error.fields.text) onError(error.fields.text);
        else toastFailure("Erro ao pré-visualizar", error);
      },
    });
  return (
    <>
      <div>
        <Button look="secondary" small disabled={!text.trim()} busy={preview.isPending} busyLabel="Preparando..." onClick={show}>
          Pré-visualizar o texto
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Pré-visualização">
        <div className={`reading text ${itemFormStyles.previewText}`}>
          <div className="lesson-text">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by content/render-text.ts */}
            <div className="contents-only" dangerouslySetInnerHTML={{ __html: preview.data?.html ?? "" }} />
          </div>
        </div>
      </Dialog>
    </>
  );
}
