/** What decides whether an event opens by itself. Instants in ms. */
export type OpeningFacts = {
  readonly kind: "always-on" | "scheduled";
  readonly status: "draft" | "open" | "stopped";
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  /** What its schedules plan next; null where they plan nothing. */
  readonly nextAtMs: number | null;
};

/**
 * What becomes of the opening that an event's times promise:
 * - `opens`: it comes by itself, at `atMs`.
 * - `unarmed`: nobody has started the event, so that nothing happens at `atMs`.
 * - `missed`: nobody had started it when its start came, at `atMs`. Started now, it opens at once.
 * - `over`: nobody had started it when its end came, at `atMs`. It cannot be started before it ends later.
 * - `undated`: it has no time to open at.
 */
export type PromisedOpening =
  | { readonly type: "opens" | "unarmed" | "missed" | "over"; readonly atMs: number }
  | { readonly type: "undated" };

/** What becomes of an event's next opening; null where its times promise none. Pure. */
export function promisedOpening(event: OpeningFacts, nowMs: number): PromisedOpening | null {
  const { kind, status, startAtMs, nextAtMs } = event;
  if (kind === "always-on") return null;
  if (status === "draft") return ofDraft(event, nowMs);
  const atMs = status === "open" ? startAtMs : nextAtMs;
  return atMs !== null && atMs > nowMs ? { type: "opens", atMs } : null;
}

function ofDraft(event: OpeningFacts, nowMs: number): PromisedOpening {
  const { startAtMs, endAtMs, nextAtMs } = event;
  if (nextAtMs === null && endAtMs !== null && endAtMs <= nowMs)
    return { type: "over", atMs: endAtMs };
  const atMs = nextAtMs ?? startAtMs;
  if (atMs === null) return { type: "undated" };
  return { type: atMs > nowMs ? "unarmed" : "missed", atMs };
}
