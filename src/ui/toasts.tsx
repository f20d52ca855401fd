import { Toast } from "@base-ui/react/toast";
import { Icon } from "./icons.tsx";

const manager = Toast.createToastManager();

/** Tells what was done. Goes by itself. */
export const toastSuccess = (title: string, description?: string): void => {
  manager.add({ title, description, type: "success", timeout: 8_000 });
};

/** Tells what failed. Stays until it is closed. */
export const toastError = (title: string, description?: string): void => {
  manager.add({ title, description, type: "error", timeout: 0, priority: "high" });
};

/** Stands once, in the document's root. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
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
