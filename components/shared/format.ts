import { dateFormats } from "./date-formats";

const NUMBER = new Intl.NumberFormat("en-US");
const momentsIn = dateFormats({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
const daysIn = dateFormats({
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const secondsIn = dateFormats({
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

const clocksIn = dateFormats({ hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

/** `12,345`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** `20 Nov 2026, 19:33 UTC`, in the given time zone. */
export function formatMoment(at: string, timeZone: string): string {
  return momentsIn(timeZone).format(new Date(at));
}

/** `Thu, 10 December 2026 at 11:00`, in the given time zone: to be checked against what somebody has in mind. */
export function formatDay(atMs: number, timeZone: string): string {
  return daysIn(timeZone).format(atMs);
}

/** `10:00:03 UTC`, in the given time zone: for what happens within seconds. */
export function formatSecond(atMs: number, timeZone: string): string {
  return secondsIn(timeZone).format(atMs);
}

/** `10:42 UTC`, in the given time zone: for what happens on the same day. */
export function formatClock(atMs: number, timeZone: string): string {
  return clocksIn(timeZone).format(atMs);
}

/** `under a minute`, `4 min`, `1 h 20 min`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return "under a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** `38–46 min`, `2–4 h`, `38 min – 2 h 5 min`, `up to 5 min`; one time where both are the same. In seconds. */
export function formatWaitRange(low: number, high: number): string {
  const [least, most] = [Math.round(low / 60), Math.round(high / 60)];
  const longest = formatWait(most * 60);
  if (least === most) return longest;
  if (least === 0) return `up to ${longest}`;
  if (most < 60) return `${least}–${longest}`;
  return least % 60 === 0 && most % 60 === 0
    ? `${least / 60}–${longest}`
    : `${formatWait(least * 60)} – ${longest}`;
}

/** `in 13 days`, `in 1 h 20 min`, `2 days ago`: how far a time is from now, in milliseconds. */
export function formatDistance(ms: number): string {
  const seconds = Math.abs(ms) / 1_000;
  const days = Math.round(seconds / 86_400);
  const length = seconds < 172_800 ? formatWait(seconds) : plural(days, "day");
  return ms < 0 ? `${length} ago` : `in ${length}`;
}

/** `3 events`, `1 event`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
