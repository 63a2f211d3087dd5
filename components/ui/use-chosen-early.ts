import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * For a control in which people may choose, or which the browser may fill in, before the page hears: what it shows by then
 * is heard. `read` answers what it shows; undefined where that is nothing.
 */
export function useChosenEarly<Value extends string | boolean, Control extends HTMLElement>(
  read: (control: Control) => Value | undefined,
  value: Value,
  onChosen: (value: Value) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const chosen = useRef<Value | undefined>(undefined);
  const first = useRef({ read, value, onChosen });
  // Before anything is drawn again, which would put back what the server wrote.
  useLayoutEffect(() => {
    if (control.current !== null) chosen.current ??= first.current.read(control.current);
  }, []);
  useEffect(() => {
    const { value, onChosen } = first.current;
    const now = chosen.current;
    if (now === undefined || now === value) return;
    // Whoever watches the form does so only after the effects of its fields.
    const timer = setTimeout(() => onChosen(now));
    return () => clearTimeout(timer);
  }, []);
  return control;
}
