import { type ArrivalShape, WHAT_IF_LIMITS } from "./what-if";

export type ArrivalCurve = {
  readonly shape: ArrivalShape;
  /** Who comes in the busiest minute. */
  readonly peakPerMinute: number;
  /** How long people come. */
  readonly minutes: number;
};

/** Of the peak, in a minute at a share from 0 to 1 of the time. */
const HEIGHT: Readonly<Record<ArrivalShape, (share: number) => number>> = {
  // Highest at once; at the end a twentieth of that.
  rush: (share) => Math.exp(-3 * share),
  bell: (share) => Math.exp(-((share - 0.5) ** 2) / (2 * 0.18 ** 2)),
  even: () => 1,
};

/** How many come in each minute of a curve. */
export function arrivalsOfCurve({ shape, peakPerMinute, minutes }: ArrivalCurve): number[] {
  const heights = Array.from({ length: minutes }, (_, minute) =>
    HEIGHT[shape]((minute + 0.5) / minutes),
  );
  const highest = Math.max(...heights);
  return heights.map((height) => Math.round((peakPerMinute * height) / highest));
}

/** A line of a file that cannot be taken, counted from 1, and why. */
export type LineProblem = { readonly line: number; readonly reason: string };

export type ReadArrivals =
  | { readonly ok: true; readonly perMinute: readonly number[] }
  | { readonly ok: false; readonly problems: readonly LineProblem[] };

const PROBLEMS_MAX = 20;
const NUMBER = /^\d{1,9}$/;

/**
 * Reads a file with a minute and its arrivals in each line, such as `0,120`, with or without a heading. Minutes that are
 * missing have no arrivals. Nothing is guessed: one line that cannot be read refuses the file, with the reason of each.
 */
export function readArrivalsFile(text: string): ReadArrivals {
  if (text.length > WHAT_IF_LIMITS.fileCharacters)
    return refused(1, `The file has more than ${WHAT_IF_LIMITS.fileCharacters} characters.`);
  const problems: LineProblem[] = [];
  const found = new Map<number, { readonly count: number; readonly line: number }>();
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  lines.forEach((content, index) => {
    const line = index + 1;
    if (content.trim() === "" || (index === 0 && isHeading(content))) return;
    const read = readLine(content);
    const reason = typeof read === "string" ? read : repeated(found.get(read.minute), read.minute);
    if (reason !== null) problems.push({ line, reason });
    else if (typeof read !== "string") found.set(read.minute, { count: read.count, line });
  });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  const total = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return refused(1, "The file has no arrivals.");
  if (total > WHAT_IF_LIMITS.people)
    return refused(lines.length, `More than ${count(WHAT_IF_LIMITS.people)} arrivals in total.`);
  const last = Math.max(...found.keys());
  const perMinute = Array.from({ length: last + 1 }, (_, minute) => found.get(minute)?.count ?? 0);
  return { ok: true, perMinute };
}

function readLine(content: string): { minute: number; count: number } | string {
  const fields = content.split(/[,;\t]/).map((field) => field.trim());
  const [minute = "", arrivals = ""] = fields;
  if (fields.length !== 2)
    return `"${shown(content)}" is not a minute and arrivals, such as 0,120.`;
  if (!NUMBER.test(minute)) return `"${shown(minute)}" is not a whole minute from 0 on.`;
  if (!NUMBER.test(arrivals)) return `"${shown(arrivals)}" is not a whole number of arrivals.`;
  if (Number(minute) >= WHAT_IF_LIMITS.minutes)
    return `Minute ${minute} is past the limit of ${count(WHAT_IF_LIMITS.minutes)} minutes.`;
  if (Number(arrivals) > WHAT_IF_LIMITS.perMinute)
    return `${arrivals} arrivals exceed the limit of ${count(WHAT_IF_LIMITS.perMinute)} per minute.`;
  return { minute: Number(minute), count: Number(arrivals) };
}

function repeated(before: { readonly line: number } | undefined, minute: number): string | null {
  return before === undefined ? null : `Minute ${minute} is already on line ${before.line}.`;
}

/** A first line without any digit names the columns. */
function isHeading(content: string): boolean {
  return !/\d/.test(content) && /[,;\t]/.test(content);
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function refused(line: number, reason: string): ReadArrivals {
  return { ok: false, problems: [{ line, reason }] };
}
