import type { Toast } from "@base-ui/react/toast";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ApiError } from "#app/lib/api.ts";
import { beforeNextTry } from "#app/lib/keep-trying.ts";
import type { ToastView } from "./toast-view.tsx";

type View = Pick<ReturnType<typeof Toast.createToastManager>, "add" | "close">;
type Message = Parameters<View["add"]>[0];

/** Raised before the view was mounted, such as between two pages; shown once it is. */
const waiting: Message[] = [];
let view: View | undefined;

const tell = (message: Message) => {
  if (view) view.add(message);
  else waiting.push(message);
};

/** From now on toasts are shown there. @returns what ends that */
function showToastsIn(mounted: View): () => void {
  view = mounted;
  for (const message of waiting.splice(0)) mounted.add(message);
  return () => {
    view = undefined;
  };
}

/** The failures that may still be shown, by id. */
const failures = new Set<string>();

/** The words of the failures that are shown now, and who follows them. */
const told = new Map<string, string>();
const followers = new Set<() => void>();
const follow = (follower: () => void) => {
  followers.add(follower);
  return () => void followers.delete(follower);
};
const setTold = (id: string, words: string | undefined) => {
  if (words) told.set(id, words);
  else told.delete(id);
  for (const follower of followers) follower();
};

/** Whether a notice says these words now: what is beside a form need not say them, too, until it is closed. */
export const useIsTold = (words: string | undefined): boolean =>
  useSyncExternalStore(
    follow,
    () => words !== undefined && [...told.values()].includes(words),
    () => false,
  );

/** Says what was done. Closes by itself, and closes earlier failures: beside a success they would seem to belong to it. */
export function toastSuccess(title: string, description?: string): void {
  takeFailuresBack();
  tell({ title, description, type: "success", timeout: 6_000 });
}

/** Says what was done, with the way back, for as long as it takes to read it twice. */
export function toastUndo(title: string, onUndo: () => void): void {
  takeFailuresBack();
  const id = crypto.randomUUID();
  const onClick = () => {
    view?.close(id);
    onUndo();
  };
  tell({ id, title, type: "success", timeout: 20_000, actionProps: { children: "Desfazer", onClick } });
}

/**
 * Says what failed. Stays until it is closed, something else is tried, or the page is left; the same failure is not shown twice.
 * @returns what `takeBack` takes
 */
export function toastError(title: string, description = ""): string {
  const id = `${title}\n${description}`;
  failures.add(id);
  setTold(id, description);
  tell({ id, title, description, type: "error", timeout: 0, priority: "high", onClose: () => setTold(id, undefined) });
  return id;
}

/** Tells what failed, in the server's words where the failure is an answer of its. */
export const toastFailure = (title: string, error: Error): string =>
  toastError(title, error instanceof ApiError ? error.message : undefined);

/** What failed before is over once something is tried again, succeeds, or the page is left. */
export function takeFailuresBack(): void {
  for (const id of failures) takeBack(id);
}

/** Takes a failure away that is none any more. */
function takeBack(id: string): void {
  failures.delete(id);
  setTold(id, undefined);
  view?.close(id);
  const place = waiting.findIndex((message) => message.id === id);
  if (place >= 0) waiting.splice(place, 1);
}

/**
 * Says that a load failed, once; the page's own error state is beside it, with the way to try again. Goes when trying again
 * helped, and with the page.
 */
export function useLoadErrorToast(error: Error | null, title: string, description?: string): void {
  const failed = error !== null;
  useEffect(() => {
    if (!failed) return;
    const id = toastError(title, description);
    return () => takeBack(id);
  }, [failed, title, description]);
}

/** The toasts of a page. Their view is fetched at once, but the page does not wait for it: what is told before it is there is shown when it is. */
export function Toasts() {
  const [View, setView] = useState<typeof ToastView>();
  useEffect(() => {
    let left = false;
    void loadView().then((Loaded) => left || setView(() => Loaded));
    return () => {
      left = true;
    };
  }, []);
  return View ? <View onMount={showToastsIn} /> : null;
}

/** Without a connection there is nobody to tell of it: this tries until the view has come. */
async function loadView(): Promise<typeof ToastView> {
  for (;;) {
    const module = await import("./toast-view.tsx").catch(() => undefined);
    if (module) return module.ToastView;
    await beforeNextTry();
  }
}
