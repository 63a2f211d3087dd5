import type { ListBuilder } from "./list-builder";

/** How many lines are read before something else may be done. */
const LINES_AT_ONCE = 5_000;
/** Of how many lines one may be wrong. */
const WRONG_SHARE = 100;

export type FeedReading = { readonly ok: true } | { readonly ok: false; readonly reason: string };

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Fills a list with what a feed answered: lines, a file whose first column is the address, or JSON as the large clouds
 * publish their ranges. Refuses a web page, and what is mostly something else. `pause` is called between parts.
 */
export async function readFeed(
  text: string,
  builder: ListBuilder,
  pause: () => Promise<void>,
): Promise<FeedReading> {
  const start = /\S/.exec(text)?.[0] ?? "";
  if (start === "") return refuse("The feed is empty.");
  if (start === "<") return refuse("The feed returned a web page instead of a list.");
  if (start === "{" || start === "[") {
    const ranges = rangesOfJson(text);
    if (ranges === null) return refuse("The feed returned JSON in an unknown format.");
    await addAll(ranges, builder.addRange, pause);
  } else {
    await addAll(linesOf(text), builder.addLine, pause);
  }
  const wrong = builder.problemCount();
  const [first] = builder.problems();
  if (first !== undefined && wrong * WRONG_SHARE > builder.entries() + wrong) {
    return refuse(
      `${wrong.toLocaleString("en")} lines are not addresses. The first is line ${first.line}, “${first.text}”.`,
    );
  }
  return builder.entries() === 0 ? refuse("The feed contains no addresses.") : { ok: true };
}

async function addAll(
  entries: Iterable<string>,
  add: (entry: string) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let count = 0;
  for (const entry of entries) {
    add(entry);
    count += 1;
    if (count % LINES_AT_ONCE === 0) await pause();
  }
}

/** One after the other, so that a long text is not held twice. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf("\n", from);
    yield text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length : end + 1;
  }
}

/** Null for JSON that names no ranges as one of those does that are known. */
function rangesOfJson(text: string): readonly string[] | null {
  let json: Json;
  try {
    // What JSON.parse answers is this.
    json = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  const ranges = [...rangesIn(json)];
  return ranges.length === 0 ? null : ranges;
}

function* rangesIn(json: Json): Generator<string> {
  if (isList(json)) return yield* textsIn(json);
  // AWS (`ip-ranges.json`) and Google (`cloud.json`, `goog.json`, `googlebot.json`).
  for (const prefix of [...listIn(json, "prefixes"), ...listIn(json, "ipv6_prefixes")]) {
    yield* textsIn(
      ["ip_prefix", "ipv6_prefix", "ipv4Prefix", "ipv6Prefix"].map((name) => fieldOf(prefix, name)),
    );
  }
  // Azure (`ServiceTags_Public.json`).
  for (const value of listIn(json, "values")) {
    yield* textsIn(listIn(fieldOf(value, "properties"), "addressPrefixes"));
  }
  // Oracle (`public_ip_ranges.json`).
  for (const region of listIn(json, "regions")) {
    for (const cidr of listIn(region, "cidrs")) yield* textsIn([fieldOf(cidr, "cidr")]);
  }
}

function* textsIn(values: readonly Json[]): Generator<string> {
  for (const value of values) if (typeof value === "string") yield value;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function fieldOf(value: Json, name: string): Json {
  if (value === null || typeof value !== "object" || isList(value)) return null;
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

function listIn(value: Json, name: string): readonly Json[] {
  const list = fieldOf(value, name);
  return isList(list) ? list : [];
}

function refuse(reason: string): FeedReading {
  return { ok: false, reason };
}
