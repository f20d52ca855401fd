import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Asks before what was typed is lost: on a link, on going back, and on closing the page. */
export function LeaveGuard({ unsaved, onLeave }: { unsaved: () => boolean; onLeave: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      aboutBack
      open={blocker.state === "blocked"}
      onClose={stay}
      title="Sair sem salvar?"
      description={<p>O que você escreveu nesta página será perdido.</p>}
    >
      <div className="dialog-actions">
        <Button
          look="danger"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          Sair sem salvar
        </Button>
        <Button onClick={stay}>Continuar escrevendo</Button>
      </div>
    </Dialog>
  );
}
