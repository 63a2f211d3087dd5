import { randomInt } from "node:crypto";
// By name, so that simulated time can pass for it.
import { clearInterval, setInterval, setTimeout } from "node:timers";
import { OPENING, openingGivesAtMs } from "@/lib/domain/line/opening";
import type { LineMemory } from "./line-memory";
import { LineUnavailable } from "./line-unavailable";

/** Joins of one event that one process holds; each keeps a connection. */
const MOST_HELD = 8_000;
/** Whoever finds no room comes back after the opening, so many a second. */
const BACK_PER_SECOND = 2_000;

/** How often it is looked who goes on. */
const STEP_MS = 20;
const FINELY = 2 ** 40;

type OpeningLine = Pick<LineMemory, "settings" | "lineNow">;
type Held = {
  readonly goOn: () => void;
  readonly refuse: (error: Error) => void;
  /** So long after the first seconds. */
  readonly afterMs: number;
};

/**
 * Makes the order of those who join in the first seconds of an opening: all of them wait for its end and go on in
 * random order, so that nobody gains by coming a second before another. Where more come than a process can hold, chance
 * decides who stays, whenever they came; the others are told to come back.
 */
export class Opening {
  private held: Held[] = [];
  private came = 0;
  private readonly line: OpeningLine;

  constructor(line: OpeningLine) {
    this.line = line;
  }

  /** Null where a join need not wait. Rejects with `LineUnavailable` where it has to come back. */
  wait(): Promise<void> | null {
    const now = this.line.lineNow();
    const givesAtMs = openingGivesAtMs(this.line.settings, now);
    if (givesAtMs === null) return null;
    return new Promise((goOn, refuse) => {
      const restMs = givesAtMs - now;
      this.hold({ goOn, refuse, afterMs: afterMs(restMs) }, restMs);
    });
  }

  /** How many wait now. */
  get joinsHeld(): number {
    return this.held.length;
  }

  private hold(join: Held, restMs: number): void {
    if (this.came === 0) setTimeout(() => this.give(restMs), Math.max(0, restMs));
    this.came += 1;
    const at = this.held.length < MOST_HELD ? this.held.length : randomInt(this.came);
    const leaves = at < MOST_HELD ? this.held[at] : join;
    if (at < MOST_HELD) this.held[at] = join;
    leaves?.refuse(new LineUnavailable("many join at once", restMs + this.untilRoomMs()));
  }

  /** Those who come back come evenly. */
  private untilRoomMs(): number {
    return OPENING.givenMs + (1_000 * randomInt(this.came)) / BACK_PER_SECOND;
  }

  /** Lets each go on at a random moment of the time for that. */
  private give(restMs: number): void {
    const beganAtMs = performance.now() + Math.min(0, restMs);
    const step = setInterval(() => {
      const passedMs = performance.now() - beganAtMs;
      const due = this.held.filter(({ afterMs }) => afterMs <= passedMs);
      this.held = this.held.filter(({ afterMs }) => afterMs > passedMs);
      for (const { goOn } of due.sort((one, other) => one.afterMs - other.afterMs)) goOn();
      if (passedMs < OPENING.givenMs) return;
      clearInterval(step);
      this.came = 0;
    }, STEP_MS);
  }
}

/** A moment of the time in which they go on; for whoever comes meanwhile, of what is left of it. */
function afterMs(restMs: number): number {
  const passedMs = Math.max(0, -restMs);
  return passedMs + ((OPENING.givenMs - passedMs) * randomInt(FINELY)) / FINELY;
}
