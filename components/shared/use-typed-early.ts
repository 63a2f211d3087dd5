import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from "react";

type Typed = HTMLInputElement | HTMLTextAreaElement;

/**
 * Answers the ref of a field in which people may type, or a browser may fill in, before the page hears: what stands in it
 * by then is kept.
 */
export function useTypedEarly(
  ref: (element: Typed | null) => void,
  value: string,
  onTyped: (value: string) => void,
): RefCallback<Typed> {
  const element = useRef<Typed | null>(null);
  const typed = useRef<string | null>(null);
  const first = useRef({ value, onTyped });
  // Before anything is drawn again, which would put back what the server wrote.
  useLayoutEffect(() => {
    typed.current ??= element.current?.value ?? null;
  }, []);
  useEffect(() => {
    const { value, onTyped } = first.current;
    const text = typed.current?.replaceAll("\r\n", "\n") ?? value;
    if (text === value.replaceAll("\r\n", "\n")) return;
    // Whoever watches the form does so only after the effects of its fields.
    const timer = setTimeout(() => onTyped(text));
    return () => clearTimeout(timer);
  }, []);
  return useCallback(
    (now) => {
      element.current = now;
      ref(now);
    },
    [ref],
  );
}
