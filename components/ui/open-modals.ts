let open: readonly HTMLDialogElement[] = [];
const hearers = new Set<() => void>();

function keep(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const hear of hearers) hear();
}

/** The modal dialogs that are open; all that is outside of the uppermost can be neither read nor pressed. */
export const openModals = {
  add: (dialog: HTMLDialogElement) => keep([...open, dialog]),
  remove: (dialog: HTMLDialogElement) => keep(open.filter((one) => one !== dialog)),
  uppermost: (): HTMLDialogElement | null => open.at(-1) ?? null,
  /** For `useSyncExternalStore`. */
  hear: (hearer: () => void) => {
    hearers.add(hearer);
    return () => hearers.delete(hearer);
  },
};
