import { FAULTS_SHOWN } from "@/lib/domain/line-faults";
import { compileRanges } from "./compile-ranges";
import { type RangeReading, readRange } from "./read-range";

/** What a list may hold at most. */
export const RANGES_MAX = 1_000_000;
export const LIST_BYTES_MAX = 16 * 1_024 * 1_024;

const LINE_SHOWN = 60;

/** A line that is no address, as it is shown to whoever wrote it. */
type WrongLine = {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
};

export type BuiltList = {
  /** What `openAddressList` opens. */
  readonly bytes: Uint8Array;
  /** How many addresses and ranges were written. */
  readonly entries: number;
  /** How many ranges they are, where overlapping and neighbouring ones are one. */
  readonly ranges: number;
};

export type ListBuilder = {
  /** Takes a line: an address, a range, a comment or nothing. */
  readonly addLine: (line: string) => void;
  readonly addRange: (range: string) => void;
  readonly entries: () => number;
  readonly problemCount: () => number;
  /** The first of them. */
  readonly problems: () => readonly WrongLine[];
  /** Null when the list is larger than one may be. */
  readonly build: () => BuiltList | null;
};

/**
 * Collects addresses and ranges, a line at a time, so that whoever reads a large list can do something else in
 * between. Of a line counts what stands before the first blank, comma or semicolon; `#`, `;` and `//` begin a comment.
 */
export function createListBuilder(): ListBuilder {
  const ipv4: number[] = [];
  const ipv6: number[] = [];
  const problems: WrongLine[] = [];
  let line = 0;
  let entries = 0;
  let problemCount = 0;
  let isTooLarge = false;

  function take(reading: RangeReading, text: string): void {
    if (!reading.ok) {
      problemCount += 1;
      if (problems.length < FAULTS_SHOWN) {
        problems.push({ line, text: text.slice(0, LINE_SHOWN), reason: reading.reason });
      }
      return;
    }
    entries += 1;
    if (entries > RANGES_MAX) isTooLarge = true;
    if (isTooLarge) return;
    const { first, last } = reading.range;
    (first.length === 1 ? ipv4 : ipv6).push(...first, ...last);
  }

  return {
    addLine: (text) => {
      line += 1;
      const entry = entryOf(text);
      if (entry === "") return;
      const reading = readRange(entry);
      // The heading of a file with columns.
      if (!reading.ok && entries + problemCount === 0 && isHeading(text)) return;
      take(reading, text.trim());
    },
    addRange: (text) => {
      line += 1;
      take(readRange(text), text);
    },
    entries: () => entries,
    problemCount: () => problemCount,
    problems: () => problems,
    build: () => {
      if (isTooLarge) return null;
      const { bytes, ranges } = compileRanges(ipv4, ipv6);
      return bytes.length > LIST_BYTES_MAX ? null : { bytes, entries, ranges };
    },
  };
}

/** The first column without its quotes; "" for a comment or an empty line. */
function entryOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || /^(?:#|;|\/\/)/.test(trimmed)) return "";
  // What has neither a dot nor a colon is no address, but text behind one.
  const spaced = /^"?([^\s,;#"]+)\s+-\s+([^\s,;#"]*[.:][^\s,;#"]*)/.exec(trimmed);
  if (spaced !== null) return `${spaced[1]}-${spaced[2]}`;
  return /^"?([^\s,;#"]*)/.exec(trimmed)?.[1] ?? "";
}

/** Names of columns: several, and none of them with a digit or a tag in front. */
function isHeading(text: string): boolean {
  return text.includes(",") && /^\s*"?[a-z_]/i.test(text);
}
