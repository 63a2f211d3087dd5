import type { ChainableCommander } from "ioredis";
import type { EventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { Lane, Line } from "./line-state";
import type { Promises } from "./promise";
import { reservedIn } from "./stock";

/** What is compared of a line: each figure by its name, and the bits of its numbers as text. */
export type Figures = Readonly<Record<string, number | string>>;
type Gathered = Record<string, number | string>;

type Fields = Record<string, string>;

const LANE_FIGURES = [
  "last",
  "serving",
  "live",
  "heldBack",
  "gone",
  "allowance",
  "unsteadyAtMs",
  "laneTokens",
  "interval",
  "intervalLast",
  "checkIns",
  "backlog",
  "chance",
] as const;
const LINE_FIGURES = [
  "outflowPerMinute",
  "netAtMs",
  "tokens",
  "lateTokens",
  "tokensAtMs",
  "tickAtMs",
  "speedsAtMs",
  "presenceAtMs",
  "presenceSinceMs",
  "silenceAtMs",
  "lateDueMs",
] as const;
/** Figures that may be missing. */
const LIMITS = ["governedOutflow", "inletOutflow", "stock", "grants"] as const;
/** Settings that Redis writes as 0 where they are not set. */
const OPTIONAL_SETTINGS = ["safetyNetPerMinute", "safetyNetActive"] as const;

const suffixOf = (index: number) => (index === 0 ? "" : `.${index}`);

/** Writes a line as the scripts would have left it, over the fields of a new run. */
export function writeLine(
  pipeline: ChainableCommander,
  keys: EventKeys,
  line: Line,
  base: Readonly<Fields>,
): void {
  const { recentEven, recentOdd, unnamedSeats, figures } = keys;
  pipeline.del(keys.line, keys.confirmed, keys.spent, keys.asking, keys.seats, keys.minutes);
  pipeline.del(recentEven, recentOdd, unnamedSeats, figures, keys.buyers, keys.buyerUnits);
  pipeline.del(keys.presenceDue);
  pipeline.zadd(keys.presenceDue, "+inf", "-");
  for (const [name, dueMs] of line.presenceDue) pipeline.zadd(keys.presenceDue, dueMs, name);
  pipeline.hset(keys.line, { ...base, ...fieldsOf(line) });
  pipeline.set(keys.confirmed, bitsOf(line.lanes.map(({ confirmed }) => confirmed)));
  pipeline.set(keys.spent, bitsOf(line.lanes.map(({ spent }) => spent)));
  const asking = line.lanes.map((lane, index): [string, string] => [
    String(index),
    lane.asking.map(([number, untilMs]) => `${number}:${untilMs};`).join(""),
  ]);
  pipeline.hset(keys.asking, Object.fromEntries(asking));
  pipeline.hset(keys.buyerUnits, "-", reservedIn(line));
  for (const [visitor, { reserved, sold, untilMs }] of line.buyers) {
    pipeline.hset(keys.buyerUnits, visitor, `${reserved}:${sold}`);
    pipeline.zadd(keys.buyers, untilMs, visitor);
  }
  pipeline.zadd(keys.seats, "+inf", "-");
  line.seats.ends().forEach((endsAtMs, index) => {
    pipeline.zadd(keys.seats, endsAtMs, `lease ${index}`);
  });
}

function fieldsOf(line: Line): Fields {
  const { inlet } = line;
  const fields: Record<string, string | number | null> = {
    method: line.method,
    paused: line.isPaused ? 1 : 0,
    laneMode: line.laneMode,
    lanes: line.lanes.length,
    activeCap: line.seats.cap ?? 0,
    lossAtMs: line.lossAtMs,
    salesReported: line.salesReported ? 1 : 0,
    unitsPerAdmission: line.unitsPerAdmission,
    promises: textOfPromises(line.promises),
    inletBy: inlet?.by ?? null,
    inletEveryMs: inlet?.everyMs ?? null,
    inletStartMs: inlet?.startMs ?? null,
    inletEndMs: inlet?.endMs ?? null,
    inletGiven: inlet?.given ?? null,
  };
  for (const name of [...LINE_FIGURES, ...LIMITS]) fields[name] = line[name];
  for (const name of OPTIONAL_SETTINGS) fields[name] = line[name] ?? 0;
  fields["letIn"] = [...line.letIn].map(([second, count]) => `${second}:${count};`).join("");
  line.lanes.forEach((lane, index) => {
    for (const [name, value] of Object.entries(laneFieldsOf(lane))) {
      fields[`${name}${suffixOf(index)}`] = value;
    }
  });
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function laneFieldsOf(lane: Lane): Record<string, string | number> {
  const fields: Record<string, string | number> = {
    weight: lane.weight,
    holes: lane.holes.map(({ from, to, mark }) => `${from}:${to}:${mark};`).join(""),
    speeds: textOfPromises(lane.speeds),
    history: lane.history
      .map(({ atMs, serving, near, last }) => `${atMs}:${serving}:${near}:${last};`)
      .join(""),
  };
  for (const name of LANE_FIGURES) fields[name] = lane[name];
  return fields;
}

function textOfPromises(promises: Promises): string {
  return promises.map(({ sinceMs, published }) => `${sinceMs}:${published};`).join("");
}

/** The bits of all lanes in one string, number by number. */
function bitsOf(lanes: readonly (readonly boolean[])[]): Buffer {
  const longest = Math.max(...lanes.map(({ length }) => length));
  const bytes = Buffer.alloc(Math.ceil((longest * lanes.length + lanes.length) / 8));
  lanes.forEach((numbers, lane) => {
    numbers.forEach((isSet, number) => {
      const bit = number * lanes.length + lane;
      if (isSet) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (128 >> (bit & 7));
    });
  });
  return bytes;
}

/** The figures of a line of the model at a moment. */
export function figuresOf(line: Line, nowMs: number): Figures {
  const figures: Gathered = {};
  for (const name of LINE_FIGURES) figures[name] = line[name];
  for (const name of LIMITS) figures[name] = line[name] ?? Number.NaN;
  for (const name of OPTIONAL_SETTINGS) figures[name] = line[name] ?? 0;
  addList(figures, "letIn", [...line.letIn].flat());
  figures["inletGiven"] = line.inlet?.given ?? 0;
  addList(
    figures,
    "promises",
    line.promises.flatMap(({ sinceMs, published }) => [sinceMs, published]),
  );
  figures["reserved"] = reservedIn(line);
  const untilMs = [...line.buyers.values()].map((buyer) => buyer.untilMs);
  addList(
    figures,
    "buyers",
    untilMs.sort((one, other) => one - other),
  );
  const ends = line.seats.ends().filter((endsAtMs) => endsAtMs > nowMs);
  addList(figures, "seats", ends);
  line.lanes.forEach((lane, index) => {
    for (const name of LANE_FIGURES) figures[`${name}${suffixOf(index)}`] = lane[name];
    const { holes, history, asking, noShows, speeds } = lane;
    figures[`noShows${suffixOf(index)}`] = noShows;
    addList(
      figures,
      `holes${suffixOf(index)}`,
      holes.flatMap(({ from, to, mark }) => [from, to, mark]),
    );
    addList(
      figures,
      `history${suffixOf(index)}`,
      history.flatMap(({ atMs, serving, near, last }) => [atMs, serving, near, last]),
    );
    addList(figures, `asking${suffixOf(index)}`, asking.flat());
    addList(
      figures,
      `speeds${suffixOf(index)}`,
      speeds.flatMap(({ sinceMs, published }) => [sinceMs, published]),
    );
  });
  figures["presenceDue"] = textOfDue([...line.presenceDue]);
  figures["confirmed"] = textOfBits(bitsOf(line.lanes.map(({ confirmed }) => confirmed)));
  figures["spent"] = textOfBits(bitsOf(line.lanes.map(({ spent }) => spent)));
  return figures;
}

/**
 * The same figures as Redis holds them, and the moment that they are of: where it is not given, the one at
 * which the bucket was settled.
 */
export async function readFigures(
  redis: Redis,
  keys: EventKeys,
  nowMs: number | null,
): Promise<{ readonly figures: Figures; readonly nowMs: number }> {
  const [due, minutes, reserved, buyers, fields, asking, seats, confirmed, spent] =
    await Promise.all([
      redis.zrangebyscore(keys.presenceDue, "-inf", "(+inf", "WITHSCORES"),
      redis.hgetall(keys.minutes),
      redis.hget(keys.buyerUnits, "-"),
      redis.zrangebyscore(keys.buyers, "-inf", "+inf", "WITHSCORES"),
      redis.hgetall(keys.line),
      redis.hgetall(keys.asking),
      redis.zrangebyscore(keys.seats, "-inf", "(+inf", "WITHSCORES"),
      redis.getBuffer(keys.confirmed),
      redis.getBuffer(keys.spent),
    ]);
  const figures: Gathered = {};
  const lanes = Number(fields["lanes"]);
  addList(figures, "letIn", numbersIn(fields["letIn"]));
  for (const name of [...LINE_FIGURES, ...OPTIONAL_SETTINGS, "inletGiven"])
    figures[name] = Number(fields[name] ?? 0);
  for (const name of LIMITS) figures[name] = Number(fields[name] ?? Number.NaN);
  addList(figures, "promises", numbersIn(fields["promises"]));
  figures["reserved"] = Number(reserved);
  addList(figures, "buyers", buyers.filter((_, index) => index % 2 === 1).map(Number));
  const atMs = nowMs ?? Number(fields["tokensAtMs"]);
  const ends = seats.filter((_, index) => index % 2 === 1).map(Number);
  addList(
    figures,
    "seats",
    ends.filter((endsAtMs) => endsAtMs > atMs),
  );
  for (let index = 0; index < lanes; index += 1) {
    const of = (name: string) => `${name}${suffixOf(index)}`;
    for (const name of LANE_FIGURES) figures[of(name)] = Number(fields[of(name)] ?? 0);
    for (const name of ["holes", "history", "speeds"])
      addList(figures, of(name), numbersIn(fields[of(name)]));
    addList(figures, of("asking"), numbersIn(asking[index]));
    figures[of("noShows")] = sumOf(minutes, `:${index}:no-shows`);
  }
  figures["presenceDue"] = textOfDue(
    due.flatMap((name, index) =>
      index % 2 === 0 ? [[name, Number(due[index + 1])] as const] : [],
    ),
  );
  figures["confirmed"] = textOfBits(confirmed);
  figures["spent"] = textOfBits(spent);
  return { figures, nowMs: atMs };
}

function addList(figures: Gathered, name: string, values: readonly number[]): void {
  values.forEach((value, index) => {
    figures[`${name}[${index}]`] = value;
  });
}

function sumOf(minutes: Readonly<Fields>, ending: string): number {
  const counts = Object.entries(minutes).filter(([field]) => field.endsWith(ending));
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function numbersIn(text = ""): number[] {
  return text.split(/[:;]/).flatMap((part) => (part === "" ? [] : [Number(part)]));
}

function textOfDue(due: readonly (readonly [string, number])[]): string {
  return due
    .map(([name, dueMs]) => `${name} ${dueMs}`)
    .sort()
    .join(", ");
}

/** The bits in hexadecimal, as far as any is set. */
function textOfBits(bytes: Buffer | null): string {
  return bytes?.toString("hex").replace(/0+$/, "") ?? "";
}

/** Where two of them differ by more than what adding up fractions may lose, and how. */
export function differences(model: Figures, redis: Figures): string[] {
  const names = new Set([...Object.keys(model), ...Object.keys(redis)]);
  return [...names].flatMap((name) => {
    const [one = Number.NaN, other = Number.NaN] = [model[name], redis[name]];
    return isSame(one, other) ? [] : [`${name}: ${one} in the model, ${other} in Redis`];
  });
}

function isSame(one: number | string, other: number | string): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  return Object.is(one, other) || Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}
