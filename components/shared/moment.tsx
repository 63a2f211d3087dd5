"use client";

import { formatMoment, formatSecond } from "./format";
import { useZone } from "./zone";

type MomentProps = {
  at: string;
  /** Another zone than the customer's: an event's, where its schedule is meant. */
  timeZone?: string;
  /** Shows the time of day to the second, for what happens within minutes. */
  seconds?: boolean;
  className?: string;
};

/** A point in time in the customer's zone, exact to the minute; its title gives it in UTC to the second. */
export function Moment({ at, timeZone, seconds, className }: MomentProps) {
  const customers = useZone();
  const zone = timeZone ?? customers;
  const utc = new Date(at).toISOString();
  return (
    <time dateTime={utc} title={`${utc.slice(0, 19).replace("T", " ")} UTC`} className={className}>
      {seconds === true ? formatSecond(Date.parse(at), zone) : formatMoment(at, zone)}
    </time>
  );
}
