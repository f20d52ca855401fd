import { useEffect } from "react";
import { hasFlag } from "#app/lib/device-flags.ts";

/** Renews the lease of what this device keeps, and goes on with what was begun, whenever its member is here with a connection. */
export function useKept(account: string | undefined): void {
  useEffect(() => {
    if (!account || !hasFlag("guardado")) return;
    const renew = () => void import("./keep.ts").then(({ whileConnected }) => whileConnected(account));
    renew();
    window.addEventListener("online", renew);
    document.addEventListener("visibilitychange", renew);
    return () => {
      window.removeEventListener("online", renew);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [account]);
}
