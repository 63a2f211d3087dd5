import { useSyncExternalStore } from "react";

/** What the keys of the shell open. */
export type OpenPanel = "palette" | "shortcuts" | null;

let open: OpenPanel = null;
const listeners = new Set<() => void>();

/** Opens one of the shell's dialogs from anywhere, or closes it. */
export function openPanel(panel: OpenPanel): void {
  open = panel;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOpenPanel(): OpenPanel {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}
