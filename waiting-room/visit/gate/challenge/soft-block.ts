import type { EventLine } from "@/waiting-room/line/event-line";

/** The rate is that of so long at least. */
const MEASURED_MS = 10_000;
/** What was before so long a time in which nobody came says nothing of now. */
const FORGOTTEN_MS = 20_000;
/** It goes off after so long below the threshold. */
const QUIET_MS = 60_000;

type Counts = {
  /** Places that all processes have handed out, as the line last said. */
  readonly joined: number;
  /** Joins that all processes have answered by a challenge. */
  readonly challenged: number;
  /** Who wanted to join, as far as they came to this process. */
  readonly asked: number;
};
type Sample = Counts & { readonly atMs: number };
/** Two that lie ten to twenty seconds apart: the older tells a steady stream, the newer a rush. */
type Samples = { readonly oldest: Sample; readonly newest: Sample };
type Watched = {
  readonly state: { readonly joined: number; readonly challenged: number } | null;
  readonly lineNow: EventLine["lineNow"];
};

const NOBODY = { joined: 0, challenged: 0 };

/**
 * Whether an event is under attack by how many want to join: on from the moment at which they are more a minute than the
 * threshold, until they have been fewer for a minute. Who comes to this process counts at once and whatever becomes of
 * them; who comes to others once the line says so, also those who are only challenged, so that a soft block that works does
 * not go off by working.
 */
export class SoftBlockWatch {
  private asked = 0;
  private samples: Samples | null = null;
  private onUntilMs = 0;

  /**
   * Counts somebody who wants to join, and answers whether everybody has to prove something first. Whoever comes back with
   * a proof counts as joined, and not as somebody else.
   */
  noteJoin(line: Watched, threshold: number | null, isProven: boolean): boolean {
    if (!isProven) this.asked += 1;
    if (threshold === null) return false;
    const { joined, challenged } = line.state ?? NOBODY;
    const now = { atMs: line.lineNow(), asked: this.asked, joined, challenged };
    this.samples = samplesAt(now, this.samples);
    const { oldest, newest } = this.samples;
    const perMinute = Math.max(perMinuteSince(oldest, now), perMinuteSince(newest, now));
    if (perMinute >= threshold) this.onUntilMs = now.atMs + QUIET_MS;
    return now.atMs < this.onUntilMs;
  }
}

function samplesAt(now: Sample, before: Samples | null): Samples {
  const newest = before?.newest ?? now;
  const ageMs = now.atMs - newest.atMs;
  const isOtherRun = now.joined < newest.joined || now.challenged < newest.challenged;
  if (before === null || ageMs > FORGOTTEN_MS || isOtherRun) return { oldest: now, newest: now };
  return ageMs < MEASURED_MS ? before : { oldest: newest, newest: now };
}

/** Shortly after the sample as if it were 10 seconds old. */
function perMinuteSince(sample: Sample, now: Sample): number {
  const { joined, challenged, asked, atMs } = sample;
  // Not their sum: whoever solves the challenge joins.
  const more = Math.max(now.joined - joined, now.challenged - challenged, now.asked - asked);
  return (more * 60_000) / Math.max(MEASURED_MS, now.atMs - atMs);
}

const watches = new WeakMap<object, SoftBlockWatch>();

/** What this process has seen of one line. */
export function watchOf(line: EventLine): SoftBlockWatch {
  const known = watches.get(line) ?? new SoftBlockWatch();
  watches.set(line, known);
  return known;
}
