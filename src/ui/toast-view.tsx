import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { Icon } from "./icons.tsx";
import { keepClear } from "./toast-place.ts";

const manager = Toast.createToastManager();

/** One toast at a time, at the foot of the screen. @param onMount takes what shows them, and returns what ends that */
export function ToastView({ onMount }: { onMount: (shown: typeof manager) => () => void }) {
  useEffect(() => onMount(manager), [onMount]);
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
      <div className="toast-text">
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
