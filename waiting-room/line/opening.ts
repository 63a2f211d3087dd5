import { randomInt } from "node:crypto";
import { openingEndsAtMs } from "@/lib/domain/line/opening";
import type { LineMemory } from "./line-memory";
import { LineUnavailable } from "./line-unavailable";

/** Joins of one event that one process holds; each keeps a connection. */
const MOST_HELD = 8_000;
/** Whoever finds no room comes back after the opening, so many a second. */
const BACK_PER_SECOND = 2_000;

type OpeningLine = Pick<LineMemory, "settings" | "lineNow">;
type Held = { readonly goOn: () => void; readonly refuse: (error: Error) => void };

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
    const endsAtMs = openingEndsAtMs(this.line.settings, now);
    if (endsAtMs === null) return null;
    return new Promise((goOn, refuse) => this.hold({ goOn, refuse }, endsAtMs - now));
  }

  private hold(join: Held, restMs: number): void {
    if (this.came === 0) setTimeout(() => this.end(), restMs);
    this.came += 1;
    const at = this.held.length < MOST_HELD ? this.held.length : randomInt(this.came);
    const leaves = at < MOST_HELD ? this.held[at] : join;
    if (at < MOST_HELD) this.held[at] = join;
    leaves?.refuse(new LineUnavailable("many join at once", restMs + this.untilRoomMs()));
  }

  /** Those who come back come evenly. */
  private untilRoomMs(): number {
    return (1_000 * randomInt(this.came)) / BACK_PER_SECOND;
  }

  private end(): void {
    const { held } = this;
    this.held = [];
    this.came = 0;
    for (let left = held.length; left > 0; left -= 1) {
      const at = randomInt(left);
      held[at]?.goOn();
      const last = held[left - 1];
      if (last !== undefined) held[at] = last;
    }
  }
}
