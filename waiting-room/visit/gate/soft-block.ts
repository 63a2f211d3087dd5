import type { EventLine } from "@/waiting-room/line/event-line";

/** The rate is that of so long at least. */
const MEASURED_MS = 10_000;
/** It goes off after so long below the threshold. */
const QUIET_MS = 60_000;

type Sample = { readonly atMs: number; readonly joined: number };
type Watched = Pick<EventLine, "state" | "lineNow">;

/**
 * Whether an event is under attack by how many want to join: on from the moment at which they are more a minute than the
 * threshold, until they have been fewer for a minute. Those who were asked for a proof count too, as far as this process
 * has asked them: a soft block that works does not go off by working.
 */
export class SoftBlockWatch {
  private oldest: Sample | null = null;
  private newest: Sample | null = null;
  private asked = 0;
  private onUntilMs = 0;

  /** Somebody was asked for a proof instead of joining. */
  noteAsked(): void {
    this.asked += 1;
  }

  isOn(line: Watched, threshold: number | null): boolean {
    const nowMs = line.lineNow();
    const joined = (line.state?.joined ?? 0) + this.asked;
    const { newest } = this;
    if (newest === null || joined < newest.joined) {
      // The first look, or a new run.
      this.oldest = this.newest = { atMs: nowMs, joined };
    } else if (nowMs - newest.atMs >= MEASURED_MS) {
      this.oldest = newest;
      this.newest = { atMs: nowMs, joined };
    }
    if (threshold === null) return false;
    if (this.perMinute({ atMs: nowMs, joined }) >= threshold) this.onUntilMs = nowMs + QUIET_MS;
    return nowMs < this.onUntilMs;
  }

  /** Since a sample that is 10 to 20 seconds old; shortly after the first one as if it were that old. */
  private perMinute({ atMs, joined }: Sample): number {
    const { oldest } = this;
    if (oldest === null) return 0;
    return ((joined - oldest.joined) * 60_000) / Math.max(MEASURED_MS, atMs - oldest.atMs);
  }
}

const watches = new WeakMap<object, SoftBlockWatch>();

/** What this process has seen of one line. */
export function watchOf(line: EventLine): SoftBlockWatch {
  const known = watches.get(line) ?? new SoftBlockWatch();
  watches.set(line, known);
  return known;
}
