"use client";

import { createContext, Fragment, type ReactNode, useCallback, useContext, useState } from "react";

type Show = (dialog: (onClose: () => void) => ReactNode, onClosed?: () => void) => void;

const ShowOnceContext = createContext<Show>(() => {
  throw new Error("Nothing around the page can show a dialog.");
});

/**
 * Answers what shows a dialog with a text that is shown once. It stays until its own button closes it: whatever
 * becomes of the page below meanwhile, which may have lost the button that led to it. `onClosed` comes after that.
 */
export const useShowOnce = (): Show => useContext(ShowOnceContext);

type Shown = { readonly closed: number; readonly open: readonly ReactNode[] };

/** Holds these dialogs, and shows one after another. Once, around all that can ask for them. */
export function ShowOnceHost({ children }: { children: ReactNode }) {
  const [{ closed, open }, setShown] = useState<Shown>({ closed: 0, open: [] });
  const show = useCallback<Show>((dialog, onClosed) => {
    const added = dialog(() => {
      setShown((shown) => ({ closed: shown.closed + 1, open: shown.open.slice(1) }));
      onClosed?.();
    });
    setShown((shown) => ({ ...shown, open: [...shown.open, added] }));
  }, []);
  return (
    <ShowOnceContext value={show}>
      {children}
      <Fragment key={closed}>{open[0]}</Fragment>
    </ShowOnceContext>
  );
}
