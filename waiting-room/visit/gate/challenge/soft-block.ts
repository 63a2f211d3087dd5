import type { EventLine } from "@/waiting-room/line/event-line";

/** The rate is that of so long at least. */
const MEASURED_MS = 10_000;
/** It goes off after so long below the threshold. */
const QUIET_MS = 60_000;

type Counts = {
  /** Places that all processes have handed out, as the line last said. */
  readonly joined: number;
  /** Who wanted to join, as far as they came to this process. */
  readonly asked: number;
};
type Sample = Counts & { readonly atMs: number };
type Watched = {
  readonly state: { readonly joined: number } | null;
  readonly lineNow: EventLine["lineNow"];
};

/**
 * Whether an event is under attack by how many want to join: on from the moment at which they are more a minute than the
 * threshold, until they have been fewer for a minute. Who comes to this process counts at once and whatever becomes of
 * them, so that a soft block that works does not go off by working; who joins at others counts once the line says so.
 */
export class SoftBlockWatch {
  private asked = 0;
  private oldest: Sample | null = null;
  private newest: Sample | null = null;
  private onUntilMs = 0;

  /** Counts somebody who wants to join, and answers whether everybody has to prove something first. */
  noteJoin(line: Watched, threshold: number | null): boolean {
    this.asked += 1;
    if (threshold === null) return false;
    const now = { atMs: line.lineNow(), asked: this.asked, joined: line.state?.joined ?? 0 };
    this.keepSample(now);
    if (this.perMinute(now) >= threshold) this.onUntilMs = now.atMs + QUIET_MS;
    return now.atMs < this.onUntilMs;
  }

  private keepSample(now: Sample): void {
    const { newest } = this;
    if (newest === null || now.joined < newest.joined) {
      // The first look, or a new run.
      this.oldest = this.newest = now;
    } else if (now.atMs - newest.atMs >= MEASURED_MS) {
      this.oldest = newest;
      this.newest = now;
    }
  }

  /** Since a sample that is 10 to 20 seconds old; shortly after the first one as if it were that old. */
  private perMinute({ atMs, joined, asked }: Sample): number {
    const { oldest } = this;
    if (oldest === null) return 0;
    const more = Math.max(joined - oldest.joined, asked - oldest.asked);
    return (more * 60_000) / Math.max(MEASURED_MS, atMs - oldest.atMs);
  }
}

const watches = new WeakMap<object, SoftBlockWatch>();

/** What this process has seen of one line. */
export function watchOf(line: EventLine): SoftBlockWatch {
  const known = watches.get(line) ?? new SoftBlockWatch();
  watches.set(line, known);
  return known;
}
