import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { TimeWindow } from "./chart-series";

type CursorOptions = {
  readonly window: TimeWindow;
  readonly stepMs: number;
  /** Shows a part of the window; absent where there is nothing to zoom into. */
  readonly zoom?: ((part: TimeWindow) => void) | undefined;
};

const LEAST_STEPS = 5;

/**
 * A moment of a timeline that somebody points at. Keys: arrows move by a step, with Shift by ten; Home and End; + shows
 * the third around it, Escape lets go. Drag marks a part to zoom into.
 */
export function useCursor({ window, stepMs, zoom }: CursorOptions) {
  const [atMs, setAt] = useState<number | null>(null);
  const [draggedFrom, setDraggedFrom] = useState<number | null>(null);
  const [first, last] = [window.fromMs, window.untilMs - stepMs];
  const stepAt = (ms: number) =>
    Math.min(last, Math.max(first, first + Math.floor((ms - first) / stepMs) * stepMs));
  // The window moves on while somebody looks.
  const cursorMs = atMs === null ? null : stepAt(atMs);
  const pointed = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / Math.max(1, width);
    return stepAt(first + share * (window.untilMs - first));
  };
  const zoomTo = (from: number, until: number) => {
    if (zoom === undefined || until - from < LEAST_STEPS * stepMs) return;
    zoom({ fromMs: Math.max(first, from), untilMs: Math.min(window.untilMs, until) });
    setAt(null);
  };
  const moveTo = (key: string, far: number): boolean => {
    const to = movedBy(key, { at: cursorMs, first, last, far });
    if (to === undefined) return false;
    setAt(to === null ? null : stepAt(to));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const at = cursorMs ?? last;
    const sixth = (window.untilMs - first) / 6;
    const isZoom = event.key === "+";
    if (isZoom) zoomTo(at - sixth, at + sixth);
    if (isZoom || moveTo(event.key, (event.shiftKey ? 10 : 1) * stepMs)) event.preventDefault();
  };
  return {
    cursorMs,
    dragged: draggedFrom === null || cursorMs === null ? null : ordered(draggedFrom, cursorMs),
    handlers: {
      onKeyDown,
      onPointerMove: (event: PointerEvent<HTMLElement>) => setAt(pointed(event)),
      onPointerLeave: () => {
        setAt(null);
        setDraggedFrom(null);
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (zoom !== undefined && event.pointerType === "mouse") setDraggedFrom(pointed(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const until = pointed(event);
        if (draggedFrom !== null) {
          const part = ordered(draggedFrom, until);
          zoomTo(part.fromMs, part.untilMs + stepMs);
        }
        setDraggedFrom(null);
      },
    },
  };
}

type Place = { at: number | null; first: number; last: number; far: number };

/** Where a key leads: null lets go, undefined for a key that means nothing here. */
function movedBy(key: string, { at, first, last, far }: Place): number | null | undefined {
  if (key === "ArrowLeft") return at === null ? last : at - far;
  if (key === "ArrowRight") return at === null ? last : at + far;
  if (key === "Home") return first;
  if (key === "End") return last;
  return key === "Escape" ? null : undefined;
}

function ordered(one: number, other: number): TimeWindow {
  return { fromMs: Math.min(one, other), untilMs: Math.max(one, other) };
}
