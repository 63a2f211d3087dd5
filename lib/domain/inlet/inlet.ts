import { slotsPerSecond } from "@/lib/domain/line/rates";

/**
 * What opens the line, one of four: a steady rate; as many as make `maxActive` on the site; a number
 * at each full interval from a start to an end; or nothing but increments that the API sends. After
 * the inlets of Virtual Waiting Room on AWS (MaxSize, Periodic, `increment_serving_counter`).
 */
export type Inlet =
  | { readonly type: "fixed-rate"; readonly perMinute: number }
  | { readonly type: "max-active"; readonly maxActive: number }
  | {
      readonly type: "periodic";
      readonly incrementBy: number;
      readonly intervalSeconds: number;
      readonly startAtMs: number;
      /** Null for an inlet that does not end. */
      readonly endAtMs: number | null;
    }
  | { readonly type: "custom" };

/** What an inlet remembers: plain JSON. */
export type InletState = {
  readonly settledAtMs: number;
  /** Slots that were earned or given and not granted yet; a fraction of one is kept. */
  readonly balance: number;
  /** What the ceiling lets through now. */
  readonly room: number;
};

export function startInlet(nowMs: number): InletState {
  return { settledAtMs: nowMs, balance: 0, room: 0 };
}

/** The state after an increment through the API; a negative one takes back what was not granted. */
export function addIncrement(state: InletState, by: number): InletState {
  return { ...state, balance: Math.max(0, state.balance + by) };
}

/**
 * The whole slots that an inlet grants at a moment, and its state afterwards. `active` is how many
 * are on the site or hold a granted slot. Under `ceilingPerMinute` no 60 seconds grant more than it,
 * and what is above waits; null means no ceiling. A clock that goes back grants nothing. A steady
 * rate never catches up more than a second; a periodic inlet grants every interval that has passed.
 */
export function grantSlots(
  inlet: Inlet,
  state: InletState,
  now: { readonly ms: number; readonly active: number; readonly ceilingPerMinute: number | null },
): { readonly granted: number; readonly state: InletState } {
  const atMs = Math.max(state.settledAtMs, now.ms);
  const elapsedSeconds = (atMs - state.settledAtMs) / 1_000;
  const balance = balanceAt(inlet, state, atMs, now.active);
  const room = roomAt(state.room, elapsedSeconds, now.ceilingPerMinute);
  const granted = Math.floor(Math.min(balance, room) + 1e-9);
  const left = { balance: balance - granted, room: room === Infinity ? 0 : room - granted };
  return { granted, state: { settledAtMs: atMs, ...left } };
}

function balanceAt(inlet: Inlet, state: InletState, atMs: number, active: number): number {
  switch (inlet.type) {
    case "fixed-rate":
      return roomAt(state.balance, (atMs - state.settledAtMs) / 1_000, inlet.perMinute);
    case "max-active":
      return Math.max(0, inlet.maxActive - active);
    case "periodic":
      return state.balance + inlet.incrementBy * intervalsBetween(inlet, state.settledAtMs, atMs);
    case "custom":
      return state.balance;
  }
}

/** Full intervals that ended in `(fromMs, toMs]`, the first one at the start itself. */
function intervalsBetween(
  inlet: Extract<Inlet, { type: "periodic" }>,
  fromMs: number,
  toMs: number,
): number {
  const intervalMs = inlet.intervalSeconds * 1_000;
  const until = (ms: number) => {
    const boundedMs = Math.min(ms, inlet.endAtMs ?? ms);
    return boundedMs < inlet.startAtMs
      ? 0
      : Math.floor((boundedMs - inlet.startAtMs) / intervalMs) + 1;
  };
  return until(toMs) - until(fromMs);
}

/** The bucket of the line: at most `perMinute` in any 60 seconds, one second's worth in stock. */
function roomAt(held: number, elapsedSeconds: number, perMinute: number | null): number {
  if (perMinute === null) return Infinity;
  if (perMinute <= 0) return 0;
  const rate = slotsPerSecond(perMinute);
  return Math.min(Math.max(1, rate), held + elapsedSeconds * rate);
}
