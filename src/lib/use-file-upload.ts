import { useEffect, useRef, useState } from "react";
import { ApiError } from "./api.ts";
import type { UploadOptions } from "./upload.ts";

/** A file that failed is one that the form must not be saved without saying so. */
export type UploadState = "none" | "sending" | "failed";

export type ChosenFile = { name: string; size: number; picture?: string };

type Received = { id: string };
type Sent = { file: File } & UploadOptions;

/** A mutation that sends a file, and gets the id under which it waits. */
type Upload = {
  mutate: (sent: Sent, callbacks: { onSuccess: (answer: Received) => void; onError: (failure: unknown) => void }) => void;
};

/**
 * Sends a file as soon as it is chosen, so that what is wrong with it is said at once and saving the form is quick.
 * @param limit of what may be sent, and what is said of larger ones
 * @param onUploaded gets the id under which the form refers to it
 * @param onState is called when sending begins, and when it has ended
 */
export function useFileUpload(
  upload: Upload,
  limit: { bytes: number; message: string },
  onUploaded: (id: string, file: File) => void,
  onState: (state: UploadState) => void = () => {},
) {
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
    if (file.size > limit.bytes) return fail(limit.message);
    const control = new AbortController();
    sending.current = control;
    setProblem(undefined);
    setPart(0);
    onState("sending");
    upload.mutate(
      { file, onProgress: setPart, signal: control.signal },
      {
        onSuccess: ({ id }) => {
          setChosen({
            name: file.name,
            size: file.size,
            ...(/^image\//.test(file.type) && { picture: URL.createObjectURL(file) }),
          });
          onUploaded(id, file);
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
