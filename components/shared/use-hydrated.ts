import { useSyncExternalStore } from "react";

/** False as long as the page is only what the server wrote: what is pressed then would be heard by nobody. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
