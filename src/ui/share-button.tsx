import { useHydrated } from "#app/lib/use-hydrated.ts";
import { Icon } from "./icons.tsx";

/**
 * Hands the address, and nothing else, to the device's own sheet; absent where there is none. Who opens it sees what they may see.
 * @param path of a page of ours, or a whole address
 */
export function ShareButton({ path, label }: { path: string; label: string }) {
  const hydrated = useHydrated();
  if (!hydrated || !navigator.share) return null;
  const share = () => {
    void navigator.share({ url: new URL(path, location.origin).href }).catch(() => undefined); // given up in the sheet
  };
  return (
    <button type="button" className="go no-print" onClick={share}>
      {label} <Icon name="external" />
    </button>
  );
}
