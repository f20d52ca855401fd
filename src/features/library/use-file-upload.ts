import { useEffect, useRef, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { useUpload } from "./library.queries.ts";
import { UPLOAD_LIMITS, type UploadKind } from "./library.schema.ts";

export type ChosenFile = { name: string; size: number; picture?: string };

/**
 * Sends a file as soon as it is chosen, so that what is wrong with it is said at once and saving the form is quick.
 * @param onUploaded gets the id under which the form refers to it
 * @param onBusy hears when sending begins and ends
 */
export function useFileUpload(kind: UploadKind, onUploaded: (id: string) => void, onBusy: (busy: boolean) => void) {
  const upload = useUpload(kind);
  const sending = useRef<AbortController>(undefined);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [part, setPart] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => void (chosen?.picture && URL.revokeObjectURL(chosen.picture)), [chosen]);

  const settle = () => {
    setPart(undefined);
    onBusy(false);
  };
  const send = (file: File) => {
    if (file.size > UPLOAD_LIMITS[kind].bytes) return setProblem(UPLOAD_LIMITS[kind].message);
    const control = new AbortController();
    sending.current = control;
    setProblem(undefined);
    setPart(0);
    onBusy(true);
    upload.mutate(
      { file, onProgress: setPart, signal: control.signal },
      {
        onSuccess: ({ id }) => {
          setChosen({ name: file.name, size: file.size, ...(kind === "cover" && { picture: URL.createObjectURL(file) }) });
          onUploaded(id);
          settle();
        },
        onError: (failure) => {
          if (control.signal.aborted) return;
          setProblem(failure instanceof ApiError ? failure.message : "O envio falhou. Tente de novo.");
          settle();
        },
      },
    );
  };
  return {
    chosen,
    /** How much was sent, 0 to 1; undefined when nothing is being sent. */
    part,
    problem,
    send,
    cancel: () => {
      sending.current?.abort();
      settle();
    },
    forget: () => {
      setChosen(undefined);
      setProblem(undefined);
    },
  };
}
