import { slotsPerSecond } from "./rates";
import { type Crowd, emptyShows, noteCrowd, type Shows, shareInRun, showShare } from "./show-share";
import { emptySlotUse, interruptSlots, noteSlots, type SlotUse, slotUse } from "./slot-use";

/**
 * How far the ends of a range lie from its middle, in standard deviations. Whoever comes before the lower end may miss
 * the turn, so it is the surer one. Found, like all such figures here, by `npm run simulate -- --scenario estimate`.
 */
const SOONER = 1.6;
const LATER = 1.28;
/** Of every wait, in square seconds for each second: nobody looks and enters at once. */
const UNSTEADY = 0.02;
/** Before anybody has left: one in 12,000 does so in a second. */
const LEAVING = { people: 1, seconds: 12_000 } as const;
const LEAVING_KEPT = 0.9995;
/** Nobody is called so much faster than slots are given. */
const LEAST_SHARE = 0.02;

/** How fast the numbers of a lane are called: all that a wait follows from. */
export type Pace = readonly [
  /** Numbers a second, if it is fast, and if it is slow. */
  fast: number,
  slow: number,
  /** By how much it strays on the way, in square seconds for each second. */
  unsteady: number,
  /** Which share of those ahead leaves in a second. */
  leaving: number,
];

/** One look at a lane. */
export type PaceLook = Crowd & {
  /** False while nobody could be let in, or nobody was there. */
  readonly isMoving: boolean;
  readonly setPerMinute: number;
  /** What a governor lets in; null where there is none. */
  readonly governedPerMinute: number | null;
  /** Slots that this run has taken in all lanes. */
  readonly admitted: number;
  /** How many visitors of all lanes go in for each one of this lane: 1 where it is the only one. */
  readonly load: number;
};

/** What is remembered of the looks at one lane; of a fixed size. */
export type PaceState = {
  look: PaceLook | null;
  readonly slots: SlotUse;
  readonly shows: Shows;
  /** Who left and said so, of so many seconds that visitors have waited. */
  left: number;
  waitedSeconds: number;
};

/** Nothing of a run has been seen; `before` is what is remembered of the run before it. */
export function emptyPace(before: PaceState | null = null): PaceState {
  const [slots, shows] = [emptySlotUse(), emptyShows(before?.shows)];
  return { look: null, slots, shows, left: 0, waitedSeconds: 0 };
}

/** Notes a look in `state`; moments must not go back. */
export function noteLook(state: PaceState, look: PaceLook): void {
  const before = state.look;
  state.look = look;
  noteCrowd(state.shows, before, look);
  if (before === null) return;
  if (!before.isMoving || !look.isMoving) {
    interruptSlots(state.slots);
    return;
  }
  const seconds = (look.atMs - before.atMs) / 1_000;
  const offered = slotsPerSecond(before.setPerMinute) * seconds;
  const taken = Math.max(0, look.admitted - before.admitted);
  noteSlots(state.slots, seconds, offered, taken);
  if (look.load === 1) noteLeft(state, before, look, seconds);
}

/** Who joined since and neither waits nor was called has left. */
function noteLeft(state: PaceState, before: PaceLook, now: PaceLook, seconds: number): void {
  const by = (field: "last" | "waiting" | "admitted" | "noShows") => now[field] - before[field];
  const left = by("last") - by("waiting") - by("admitted") - by("noShows");
  // A loss of Redis skips numbers that nobody held.
  if (Math.abs(left) > before.waiting) return;
  state.left = Math.max(0, LEAVING_KEPT * state.left + left);
  state.waitedSeconds = LEAVING_KEPT * state.waitedSeconds + now.waiting * seconds;
}

/**
 * The pace of a lane as it was seen last; null before that, and while no slots are set. `seatsPerMinute` is how many go
 * in as others leave the site; null while slots are given by the outflow.
 */
export function paceOf(state: PaceState, seatsPerMinute: number | null = null): Pace | null {
  const { look } = state;
  if (look === null || look.setPerMinute <= 0) return null;
  const { setPerMinute, governedPerMinute } = look;
  const governed = governedPerMinute === null ? null : governedPerMinute / setPerMinute;
  const use =
    seatsPerMinute === null ? slotUse(state.slots, governed) : slotUse(emptySlotUse(), null);
  const share = showShare(state.shows, look);
  const slots = slotsPerSecond(seatsPerMinute ?? setPerMinute);
  const comes = Math.max(LEAST_SHARE, share.mean);
  const secondsEach = (comes * look.load) / (slots * use.share.mean);
  // In what order those of other lanes go in, nobody knows.
  const ofLanes = (1 - 1 / look.load) / 4;
  const error = Math.hypot(share.error / comes, use.share.error / use.share.mean, ofLanes);
  const chance = ((1 - share.mean) / comes) * secondsEach;
  const strays = UNSTEADY + use.variance / slots + chance;
  return [
    rounded(1 / (secondsEach * Math.max(LEAST_SHARE, 1 - SOONER * error))),
    rounded(1 / (secondsEach * (1 + LATER * error))),
    rounded(LATER ** 2 * strays),
    rounded((state.left + LEAVING.people) / (state.waitedSeconds + LEAVING.seconds)),
  ];
}

/**
 * The pace of an event for those whom check-ins count as waiting: all who joined lately are among them, and of those who
 * joined before only who is there. `called` and `noShows` are what the run has seen.
 */
export function peoplePace(
  outflowPerMinute: number,
  { called, noShows }: { readonly called: number; readonly noShows: number },
): Pace {
  const slots = slotsPerSecond(outflowPerMinute);
  const { mean } = shareInRun(called, noShows);
  return [slots / mean, slots, LATER ** 2 / slots, LEAVING.people / LEAVING.seconds];
}

/** Everybody who waits reads it: it is short. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
