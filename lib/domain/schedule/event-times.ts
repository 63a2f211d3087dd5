import { localTimeToInstant } from "./local-time";
import { isTimeZone } from "./time-zone";

export type EventTimesInput = {
  readonly kind: "always-on" | "scheduled";
  readonly startLocal: string | null;
  readonly endLocal: string | null;
  readonly timeZone: string;
};

export type EventTimes = { readonly startAtMs: number | null; readonly endAtMs: number | null };

export type EventTimesProblem = {
  readonly field: "startLocal" | "endLocal" | "timeZone";
  readonly reason: string;
};

/** The instants of an event's start and end, or what is wrong with each field. */
export function readEventTimes(
  input: EventTimesInput,
): { ok: true; times: EventTimes } | { ok: false; problems: readonly EventTimesProblem[] } {
  if (!isTimeZone(input.timeZone)) {
    return refuse({ field: "timeZone", reason: "Choose a time zone such as Europe/Vienna." });
  }
  if (input.kind === "always-on") return readAlwaysOn(input);
  const problems: EventTimesProblem[] = [];
  const startAtMs = readField("startLocal", input, problems);
  const endAtMs = readField("endLocal", input, problems);
  if (input.startLocal === null) {
    problems.push({ field: "startLocal", reason: "A scheduled event needs a start." });
  }
  if (startAtMs !== null && endAtMs !== null && endAtMs <= startAtMs) {
    problems.push({ field: "endLocal", reason: "The end must be after the start." });
  }
  return problems.length > 0 ? refuse(...problems) : { ok: true, times: { startAtMs, endAtMs } };
}

function readAlwaysOn(input: EventTimesInput) {
  const problems: EventTimesProblem[] = [];
  for (const field of ["startLocal", "endLocal"] as const) {
    if (input[field] === null) continue;
    const what = field === "startLocal" ? "start" : "end";
    const reason = `An always-on event has no ${what}. Leave this empty, or choose scheduled.`;
    problems.push({ field, reason });
  }
  if (problems.length > 0) return refuse(...problems);
  return { ok: true as const, times: { startAtMs: null, endAtMs: null } };
}

function readField(
  field: "startLocal" | "endLocal",
  input: EventTimesInput,
  problems: EventTimesProblem[],
): number | null {
  const local = input[field];
  if (local === null) return null;
  const read = readLocalTime(local, input.timeZone);
  if (typeof read === "number") return read;
  problems.push({ field, reason: read.reason });
  return null;
}

/** The instant of a local time, or why there is none. */
export function readLocalTime(
  local: string,
  timeZone: string,
): number | { readonly reason: string } {
  const result = localTimeToInstant(local, timeZone);
  if (result.ok) return result.instantMs;
  const reason =
    result.reason === "malformed"
      ? "Enter the date and time as 2026-03-29T09:00."
      : `This time doesn't exist in ${timeZone} because of daylight saving time. Choose another.`;
  return { reason };
}

function refuse(...problems: EventTimesProblem[]) {
  return { ok: false as const, problems };
}
