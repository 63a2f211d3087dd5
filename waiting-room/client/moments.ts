import { dateIn, type Format, unitOf } from "./format";

/** Time until something: `2 days 04:05:06`, `1:02:03` or `02:03`; never below zero. */
export function countdownText(remainingMs: number, { language, count }: Format): string {
  const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const clock = `${two.format(Math.floor(seconds / 60) % 60)}:${two.format(seconds % 60)}`;
  if (days > 0) return `${unitOf("day", language).format(days)} ${two.format(hours)}:${clock}`;
  return hours > 0 ? `${count(hours)}:${clock}` : clock;
}

/** A moment with its day: `Friday, 20 November at 19:00`. */
export function momentText(atMs: number, format: Format): string {
  return dateIn(format, { weekday: "long", day: "numeric", month: "long" }).format(atMs);
}

/** A share from 0 to 1, with two digits that count. */
export function percentText(share: number, { language }: Format): string {
  const options = { style: "percent", maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(language, options).format(share);
}
