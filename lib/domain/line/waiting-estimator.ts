/** Longest time that one check-in may count for, and the size of the state, in seconds. */
const LONGEST_SECONDS = 511;
const RING = LONGEST_SECONDS + 1;

/**
 * How many wait, from personal check-ins alone: plain JSON of a fixed size, nothing about a single
 * visitor. `changes[s % 512]` is by how much `count` changes at second `s` of line time, for the
 * 511 seconds after `second`.
 */
export type WaitingState = {
  second: number;
  count: number;
  readonly changes: number[];
  /** Check-ins of `second` that are not among the changes yet: most end in the same second. */
  fresh: number;
  freshUntil: number;
};

export function emptyWaiting(lineTimeMs: number): WaitingState {
  const changes = new Array<number>(RING).fill(0);
  return { second: secondOf(lineTimeMs), count: 0, changes, fresh: 0, freshUntil: 0 };
}

/**
 * Notes in `state` that a visitor checked in, or several did, and is told to do so again at `nextMs`: they count for
 * the seconds between. By Little's law (number = rate × time) the sum over all is how many wait,
 * whatever the intervals are.
 */
export function noteCheckIn(
  state: WaitingState,
  {
    lineTimeMs,
    nextMs,
    count = 1,
  }: { readonly lineTimeMs: number; readonly nextMs: number; readonly count?: number },
): void {
  settle(state, lineTimeMs);
  const until = endOf(state, nextMs);
  if (until !== state.freshUntil) {
    addFresh(state);
    state.freshUntil = until;
  }
  state.fresh += count;
}

/**
 * Notes that a visitor who still counts until `countedUntilMs` is in, or has left. Somebody who
 * leaves without a word counts until then.
 */
export function noteGone(
  state: WaitingState,
  { lineTimeMs, countedUntilMs }: { readonly lineTimeMs: number; readonly countedUntilMs: number },
): void {
  if (countedUntilMs <= lineTimeMs) return;
  settle(state, lineTimeMs);
  change(state, endOf(state, countedUntilMs), -1);
}

/**
 * What a process adds to the count of all when the current second began; moments must not go back. Below 0 where it saw those go who had checked in elsewhere.
 */
export function countAt(state: WaitingState, lineTimeMs: number): number {
  settle(state, lineTimeMs);
  return state.count;
}

/** True when nobody counts at a moment or afterwards, so that the state may be forgotten. */
export function isNobodyCounted(state: WaitingState, lineTimeMs: number): boolean {
  const isNobodyNow = countAt(state, lineTimeMs) === 0 && state.fresh === 0;
  return isNobodyNow && state.changes.every((by) => by === 0);
}

/** What happens in a second counts from the next one on: then all of it is known. */
function change(state: WaitingState, until: number, by: number): void {
  const from = state.second + 1;
  add(state, from, by);
  add(state, Math.max(from, until), -by);
}

function endOf({ second }: WaitingState, untilMs: number): number {
  return Math.min(secondOf(untilMs) + 1, second + LONGEST_SECONDS);
}

function addFresh(state: WaitingState): void {
  if (state.fresh > 0) change(state, state.freshUntil, state.fresh);
  state.fresh = 0;
}

function add(state: WaitingState, second: number, by: number): void {
  state.changes[second % RING] = (state.changes[second % RING] ?? 0) + by;
}

/** Brings the count up to a moment. */
function settle(state: WaitingState, lineTimeMs: number): void {
  const second = secondOf(lineTimeMs);
  if (second <= state.second) return;
  addFresh(state);
  const steps = Math.min(second - state.second, RING);
  for (let step = 1; step <= steps; step += 1) {
    const slot = (state.second + step) % RING;
    state.count += state.changes[slot] ?? 0;
    state.changes[slot] = 0;
  }
  state.second = second;
}

function secondOf(lineTimeMs: number): number {
  return Math.floor(lineTimeMs / 1_000);
}
