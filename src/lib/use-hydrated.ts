import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False while prerendered HTML is taken over, true from then on and on every page reached inside the application. A public page whose
 * look depends on the address (`?…`, `#…`) waits for it: the HTML was made without knowing them.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
