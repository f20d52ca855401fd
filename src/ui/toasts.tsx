import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { Icon } from "./icons.tsx";

const manager = Toast.createToastManager();

type Message = Parameters<typeof manager.add>[0];

/** Told before the view stood, such as on the way from one page to another; shown when it stands. */
const early: Message[] = [];
let viewStands = false;

const tell = (message: Message) => {
  if (viewStands) manager.add(message);
  else early.push(message);
};

/** Tells what was done. Goes by itself. */
export const toastSuccess = (title: string, description?: string): void =>
  tell({ title, description, type: "success", timeout: 8_000 });

/** Tells what failed. Stays until it is closed; the same failure told again does not stand there twice. */
export const toastError = (title: string, description = ""): void =>
  tell({ id: `${title}\n${description}`, title, description, type: "error", timeout: 0, priority: "high" });

/** Tells of a load that failed, once; the page's own error state stands beside it, with the way to try again. */
export function useLoadErrorToast(error: Error | null, title: string, description?: string): void {
  const failed = error !== null;
  useEffect(() => {
    if (failed) toastError(title, description);
  }, [failed, title, description]);
}

/** Stands once in a page. */
export function Toasts() {
  useEffect(() => {
    viewStands = true;
    for (const message of early.splice(0)) manager.add(message);
    return () => {
      viewStands = false;
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Avisos">
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
      <div className="py-1">
        <Toast.Title render={<strong />} />
        <Toast.Description render={<span />} />
      </div>
      <Toast.Close className="icon-btn" aria-label="Fechar aviso">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
