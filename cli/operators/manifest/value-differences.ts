import { sameValue } from "@/lib/domain/same-value";

const TEXT_SHOWN = 60;

/** Where two plain values differ, one line a place: `action.EventId from "springsale" to "autumndrop"`. */
export function valueDifferences(before: unknown, after: unknown, at = ""): readonly string[] {
  if (sameValue(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      valueDifferences(before[name], after[name], at === "" ? name : `${at}.${name}`),
    );
  }
  if (typeof before === "string" && typeof after === "string" && /\n/.test(before + after)) {
    return lineDifferences(before, after, at);
  }
  return [`${at} from ${inWords(before)} to ${inWords(after)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of a list of addresses it matters which came and which went. */
function lineDifferences(before: string, after: string, at: string): readonly string[] {
  const [old, now] = [new Set(before.split("\n")), new Set(after.split("\n"))];
  const added = [...now].filter((line) => !old.has(line)).length;
  const removed = [...old].filter((line) => !now.has(line)).length;
  return [`${at}: ${added} lines added, ${removed} removed`];
}

function inWords(value: unknown): string {
  if (value === undefined || value === null) return "none";
  const text = JSON.stringify(value);
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text;
}
