import { useSyncExternalStore } from "react";

/** What somebody has searched for from elsewhere. Kept out of the address: it may be an e-mail address. */
export type AskedVisitor = { readonly query: string; readonly times: number };

const NOBODY: AskedVisitor = { query: "", times: 0 };
let asked: AskedVisitor = NOBODY;
const listeners = new Set<() => void>();

/** Has the search page search for it, where it is open already as well. */
export function askForVisitor(query: string): void {
  asked = { query, times: asked.times + 1 };
  for (const listener of listeners) listener();
}

/** What was searched for is not searched for again when the page is opened the next time. */
export function forgetAskedVisitor(): void {
  asked = { query: "", times: asked.times };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was asked for last on this page of the browser. */
export function useAskedVisitor(): AskedVisitor {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => NOBODY,
  );
}
