import type { EventLive } from "@/lib/services/event/get-live";

type Point = NonNullable<EventLive["snapshot"]>["series"][number];

/** One step of the chart: rates per minute, and how many waited at its end. */
export type ChartPoint = {
  readonly atMs: number;
  readonly joinedPerMinute: number;
  readonly admittedPerMinute: number;
  readonly waiting: number;
};

const STEP_MS = 15_000;
const MINUTE_MS = 60_000;

/** Sums the line's five-second buckets into steps of 15 seconds, as rates per minute. */
export function toChartPoints(series: readonly Point[]): ChartPoint[] {
  const steps = new Map<
    number,
    { joined: number; admitted: number; waiting: number; last: number }
  >();
  for (const point of series) {
    const atMs = Math.floor(point.atMs / STEP_MS) * STEP_MS;
    const step = steps.get(atMs) ?? { joined: 0, admitted: 0, waiting: 0, last: 0 };
    step.joined += point.joined;
    step.admitted += point.admitted;
    if (point.atMs >= step.last) {
      step.waiting = point.waiting;
      step.last = point.atMs;
    }
    steps.set(atMs, step);
  }
  // The step that is still being counted would look like a drop.
  return [...steps.entries()]
    .sort(([one], [other]) => one - other)
    .slice(0, -1)
    .map(([atMs, step]) => ({
      atMs,
      joinedPerMinute: (step.joined * MINUTE_MS) / STEP_MS,
      admittedPerMinute: (step.admitted * MINUTE_MS) / STEP_MS,
      waiting: step.waiting,
    }));
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

/** `19:33:15`, UTC. */
export function formatStep(atMs: number): string {
  return TIME.format(atMs);
}
