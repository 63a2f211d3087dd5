import { formatMoment } from "./format";

type MomentProps = { at: string; timeZone?: string; className?: string };

/** A point in time, exact to the minute; the title gives it in UTC as well. */
export function Moment({ at, timeZone = "UTC", className }: MomentProps) {
  return (
    <time dateTime={at} title={`${at.replace("T", " ").slice(0, 19)} UTC`} className={className}>
      {formatMoment(at, timeZone)}
    </time>
  );
}
