import { toastError, toastSuccess } from "./toasts.tsx";

/** Copies a text, and says that it did. @param advice what to do where the browser does not let it */
export const copyText = (text: string, done: [title: string, description?: string], advice: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toastSuccess(...done),
    () => toastError("Não foi possível copiar", advice),
  );
