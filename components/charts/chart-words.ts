import { dateFormats } from "@/components/shared/date-formats";
import { formatNumber } from "@/components/shared/format";
import type { ChartModel, TimeWindow } from "./chart-series";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `1,250`, `0.4`; a time as `45 s`, `12 min`, `1 h 20 min`. */
export function valueText(value: number, unit: ChartModel["unit"]): string {
  if (unit === "count") {
    return formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  }
  if (value < 60) return `${Math.round(value)} s`;
  const minutes = Math.round(value / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  if (minutes >= 48 * 60) return `${Math.round(minutes / 60)} h`;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** For the axis: `1.2k`, `3M`. */
export function axisText(value: number, unit: ChartModel["unit"]): string {
  if (unit === "seconds" || value < 10_000) return valueText(value, unit);
  const [short, sign] = value < 1_000_000 ? [value / 1_000, "k"] : [value / 1_000_000, "M"];
  return `${Math.round(short * 10) / 10}${sign}`;
}

const MINUTE = { hour: "2-digit", minute: "2-digit" } as const;
const SECOND = { ...MINUTE, second: "2-digit" } as const;
const DAY = { day: "numeric", month: "short" } as const;
const withinDay = { minute: dateFormats(MINUTE), second: dateFormats(SECOND) };
const acrossDays = {
  minute: dateFormats({ ...MINUTE, ...DAY }),
  second: dateFormats({ ...SECOND, ...DAY }),
};

/** The time of a step: to the second where steps are shorter than a minute, with the day where the window has several. */
export function momentText(atMs: number, stepMs: number, window: TimeWindow, timeZone: string) {
  const formats = window.untilMs - window.fromMs > 20 * HOUR_MS ? acrossDays : withinDay;
  return formats[stepMs < MINUTE_MS ? "second" : "minute"](timeZone).format(atMs);
}

/** `UTC`, `CET`: the zone that the times of a window are in. */
export function zoneText(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" });
  return parts.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

const TICKS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30].map((days) => days * DAY_MS),
];
const TICKS_MAX = 7;

/** A few round times of a window, in the wall-clock time of the zone. */
export function ticksOf(window: TimeWindow, timeZone: string): { atMs: number; text: string }[] {
  const length = window.untilMs - window.fromMs;
  const everyMs = TICKS.find((tick) => length / tick <= TICKS_MAX) ?? 60 * DAY_MS;
  const offsetMs = offsetOf(window.fromMs, timeZone);
  const first = Math.ceil((window.fromMs + offsetMs) / everyMs) * everyMs - offsetMs;
  const text = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    ...(everyMs >= DAY_MS
      ? { day: "numeric", month: "short" }
      : { hour: "2-digit", minute: "2-digit" }),
  });
  const ticks = [];
  for (let atMs = first; atMs < window.untilMs; atMs += everyMs) {
    ticks.push({ atMs, text: text.format(atMs) });
  }
  return ticks;
}

/** By how much wall-clock time is ahead of UTC. */
function offsetOf(atMs: number, timeZone: string): number {
  const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(minute);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute")) - minute;
}
