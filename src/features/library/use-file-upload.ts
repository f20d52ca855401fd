import { useEffect, useRef, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { useUpload } from "./library.queries.ts";
import { UPLOAD_LIMITS, type UploadKind } from "./library.schema.ts";

/** A file that failed is one that the form must not be saved without saying so. */
export type UploadState = "none" | "sending" | "failed";

export type ChosenFile = { name: string; size: number; picture?: string };

/**
 * Sends a file as soon as it is chosen, so that what is wrong with it is said at once and saving the form is quick.
 * @param onUploaded gets the id under which the form refers to it
 * @param onState is called when sending begins, and when it has ended
 */
export function useFileUpload(kind: UploadKind, onUploaded: (id: string) => void, onState: (state: UploadState) => void) {
  const upload = useUpload(kind);
  const sending = useRef<AbortController>(undefined);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [part, setPart] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => void (chosen?.picture && URL.revokeObjectURL(chosen.picture)), [chosen]);

  const settle = (state: UploadState) => {
    setPart(undefined);
    onState(state);
  };
  const fail = (message: string) => {
    setProblem(message);
    settle("failed");
  };
  const send = (file: File) => {
    if (file.size > UPLOAD_LIMITS[kind].bytes) return fail(UPLOAD_LIMITS[kind].message);
    const control = new AbortController();
    sending.current = control;
    setProblem(undefined);
    setPart(0);
    onState("sending");
    upload.mutate(
      { file, onProgress: setPart, signal: control.signal },
      {
        onSuccess: ({ id }) => {
          setChosen({ name: file.name, size: file.size, ...(kind === "cover" && { picture: URL.createObjectURL(file) }) });
          onUploaded(id);
          settle("none");
        },
        onError: (failure) => {
          if (control.signal.aborted) return;
          fail(failure instanceof ApiError ? failure.message : "O envio falhou. Tente de novo.");
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
      settle("none");
    },
    forget: () => {
      setChosen(undefined);
      setProblem(undefined);
      settle("none");
    },
  };
}
