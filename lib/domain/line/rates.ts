import { EPOCH_NUMBERS } from "./epoch";

/** Constants of the open window and the bucket; the Lua scripts get them from here. */
export const LINE = {
  /**
   * Seconds that a minute's outflow is spread over. A bucket of depth N/61.5 that fills at N/61.5
   * per second gives at most N in any 60 s, and the half second absorbs jitter seen from outside.
   */
  bucketSeconds: 61.5,
  /** Slots that the open window looks ahead, in seconds of outflow. */
  lookAheadSeconds: 4,
  /** Nobody is called longer before there is a slot. */
  calledSeconds: 10,
  /** So many of the next slots are looked at for whose they are. */
  slotsAhead: 20,
  /** How long a called number counts as under way, and how long a number may take to confirm. */
  confirmMs: 6_000,
  /** Where slots are rare it is so many times the time between two of them. */
  confirmSlots: 1.5,
  /** Numbers called longer ago than this are late, and where slots are rare thrice `confirmMs`. */
  lateMs: 60_000,
  /** Share of the slots that late visitors get while others wait. */
  lateShare: 0.2,
  /** Nobody goes in before somebody who asked and whose number is lower by more of the outflow. */
  orderSeconds: 10,
  /** The longest that anybody in time, or late, is told to wait before asking again. */
  askAgainMs: 5_000,
  lateAskAgainMs: 60_000,
  /** Numbers of an epoch, which ends with a loss: more than are ever handed out in a lane of a run. */
  epochNumbers: EPOCH_NUMBERS,
  /** Numbers skipped after a loss while a process is there that knows nothing of epochs. */
  formerSkip: 1_000_000,
  /** How long numbers and slots are held after a loss, until the skip is on disk. */
  lossHoldMs: 2_500,
  /** Seconds of admissions that a loss may have forgotten. */
  lossSeconds: 3,
  /** How long after a loss settings may come back that it has undone. */
  lossSettingsMs: 60_000,
  /** How long present visitors may take to check in again before a hole is crossed. */
  holeGraceMs: 15_000,
  /** A renewal is possible, twice, during the session, and at least this long after the first admission. */
  renewMs: 600_000,
  renewLimit: 2,
  /** How long a join can be repeated, at least: a phone may sleep before it asks what became of it. */
  joinsKeptMs: 3_600_000,
} as const;

/**
 * Numbers to skip where nobody knows what happened for so long, in whole epochs: more of them than there were losses
 * meanwhile, and more the later it is, so that a backup may be restored a second time after numbers were handed out since
 * the first.
 */
export function numbersToSkip(unknownMs: number): number {
  const minutes = unknownMs / 60_000;
  const quick = Math.min(minutes, RESTORED.quickMinutes);
  const grown = Math.ceil(quick + Math.max(0, minutes - quick) / RESTORED.slowMinutes);
  return EPOCH_NUMBERS * (RESTORED.least + Math.min(RESTORED.most, Math.max(0, grown)));
}

/** How many epochs are skipped where a line is made again; a place has room for 65,535 in a run. */
const RESTORED = { least: 4, quickMinutes: 60, slowMinutes: 10, most: 5_000 } as const;

/** A visit is over so long after the token's validity and the session. */
export const SEATS = { arrivalMs: 60_000 } as const;

/** Slots per second of an outflow. */
export function slotsPerSecond(outflowPerMinute: number): number {
  return outflowPerMinute / LINE.bucketSeconds;
}

/** How near to the serving number a browser confirms that it is there: at least 200 numbers. */
export function nearDistance(outflowPerMinute: number): number {
  return Math.max(200, Math.ceil(20 * slotsPerSecond(outflowPerMinute)));
}

/** The fastest that the serving number moves, in numbers per second. */
export function speedLimitPerSecond(outflowPerMinute: number): number {
  return 4 * Math.max(slotsPerSecond(outflowPerMinute), 20);
}
