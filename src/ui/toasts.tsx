import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Icon } from "./icons.tsx";
import { keepClear } from "./toast-place.ts";

const manager = Toast.createToastManager();

type Message = Parameters<typeof manager.add>[0];

/** Raised before the view was mounted, such as between two pages; shown once it is. */
const early: Message[] = [];
let mounted = false;

const tell = (message: Message) => {
  if (mounted) manager.add(message);
  else early.push(message);
};

/** The failures that may still be shown, by id. */
const failures = new Set<string>();

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
    manager.close(id);
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
  tell({ id, title, description, type: "error", timeout: 0, priority: "high" });
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
  manager.close(id);
  const waiting = early.findIndex((message) => message.id === id);
  if (waiting >= 0) early.splice(waiting, 1);
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

/** Shown once in a page: one toast at a time, at the foot of the screen. Not fetched when it is needed: what it tells most is that the line is gone. */
export function Toasts() {
  useEffect(() => {
    mounted = true;
    for (const message of early.splice(0)) manager.add(message);
    return () => {
      mounted = false;
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Avisos" ref={keepClear}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection="right" className={`toast ${toast.type === "error" ? "error" : ""}`}>
      <Icon name={toast.type === "error" ? "alert" : "check"} />
      <div className="toast-text py-1">
        <Toast.Title render={<strong />} />
        <Toast.Description render={<span />} />
        <Toast.Action className="go" />
      </div>
      <Toast.Close className="icon-btn" aria-label="Fechar aviso">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
