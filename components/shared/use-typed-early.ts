"use client";

import { type RefCallback, useCallback, useLayoutEffect, useRef } from "react";

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
  const first = useRef({ value, onTyped });
  // Before anything is drawn again, which would put back what the server wrote.
  useLayoutEffect(() => {
    const typed = element.current?.value.replaceAll("\r\n", "\n");
    const { value, onTyped } = first.current;
    if (typed !== undefined && typed !== value.replaceAll("\r\n", "\n")) onTyped(typed);
  }, []);
  return useCallback(
    (now) => {
      element.current = now;
      ref(now);
    },
    [ref],
  );
}
