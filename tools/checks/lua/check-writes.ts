import type { FunctionDeclaration, Node } from "luaparse";
import type { LuaSources } from "@/lib/line/compose-lua";
import type { ScriptShape } from "@/lib/line/define-script";
import {
  type AfterLoss,
  FIELDS_AFTER_LOSS,
  KEYS_AFTER_LOSS,
  OTHER_KEYS_AFTER_LOSS,
} from "./after-loss";
import {
  type Call,
  callsOf,
  childrenOf,
  type LuaFile,
  parseLua,
  pathOf,
  setOf,
  textOf,
} from "./syntax";

/** Commands that change what their first key holds. */
const WRITING = setOf(
  "HSET HSETNX HDEL HINCRBY RENAME SETBIT SETRANGE BITFIELD SET DEL UNLINK EXPIRE ZADD ZREM ZREMRANGEBYRANK ZREMRANGEBYSCORE XADD XDEL",
);
/** Of these all arguments are keys. */
const EACH_KEY = setOf("DEL UNLINK RENAME");
const READING = setOf(
  "EXISTS GET GETBIT GETRANGE HEXISTS HGET HGETALL HKEYS HLEN HMGET HRANDFIELD INFO STRLEN TIME ZCARD ZCOUNT ZRANGE ZRANGEBYSCORE ZSCORE",
);

/** Which keys a variable of a file holds. */
const KEYS_BEHIND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  admissions: {
    "admissions.spentKey": ["spent"],
    "admissions.current": ["recentEven", "recentOdd"],
    "admissions.streamKey": ["admissions"],
  },
  asking: { askingKey: ["asking"] },
  codes: { codesKey: ["codes"] },
  epochs: { "line.epochsKey": ["epochs"] },
  figures: { "figures.key": ["figures"] },
  joins: { "joins.current": ["joinsEven", "joinsOdd"] },
  line: { "line.key": ["line"] },
  marks: { key: ["marks"] },
  memory: { current: ["recentEven", "recentOdd", "joinsEven", "joinsOdd"] },
  minutes: { key: ["minutes"] },
  moves: { movesKey: ["moves"], moveCodesKey: ["moveCodes"] },
  rights: { rightsKey: ["rights"] },
  seats: { "seats.key": ["seats"] },
  sources: { "sources.key": ["joinCounts"], "sources.sketchKey": ["joinSketch"] },
  stock: { "stock.unitsKey": ["buyerUnits"], "stock.untilKey": ["buyers"] },
  "unnamed-seats": { key: ["unnamedSeats"] },
  "visit-end": { key: ["over"] },
  redeem: { halves: ["usedEven", "usedOdd"], current: ["usedEven", "usedOdd"] },
  report: { current: ["recentEven", "recentOdd"] },
  "sum-sources": { current: ["even", "odd"] },
};

/** They take away what is over by line time, which is over after a loss as well. */
const BY_THE_CLOCK = setOf("openStock openSeats forgetOld forgetUpTo");

/** They write back, or put again what is known elsewhere. Of staff links (`outside`) only the report then says too little. */
const REPEATED = setOf(
  "create complete-copy forget-code-uses put-codes report restore-admissions restore-joins restore-leaves restore-move-codes restore-moves restore-rights restore-spent settle-draw outside",
);

/** Of each key, and of each `line.field`. */
const AFTER_LOSS: ReadonlyMap<string, AfterLoss> = new Map([
  ...Object.entries({ ...OTHER_KEYS_AFTER_LOSS, ...KEYS_AFTER_LOSS }),
  ...Object.entries(FIELDS_AFTER_LOSS).map(([field, after]) => [`line.${field}`, after] as const),
]);

type Written = { readonly writes: readonly string[]; readonly problems: readonly string[] };
/** What one function writes, or the script itself, and what it calls. */
type Part = Written & { readonly calls: readonly string[] };
type Parts = ReadonlyMap<string, Part>;

/** The name of what a script does outside of its functions. */
const SCRIPT = "";

/**
 * What is wrong with what the Lua writes, a sentence each: a key or field of which nobody says what becomes of it after a
 * loss, and a script that writes what is promised and does not promise it. `unpromised` are the keys, by script, that come back by no
 * effect of a process.
 */
export function checkWrites(sources: LuaSources, shapes: readonly ScriptShape[]) {
  const fragments = Object.entries(sources.fragments).flatMap(([name, text]) => [
    ...partsOf(parseLua(name, text)),
  ]);
  const problems = fragments.flatMap(([, part]) => part.problems);
  const unpromised: Record<string, readonly string[]> = {};
  for (const shape of shapes) {
    const own = partsOf(parseLua(shape.name, sources.scripts[shape.name] ?? ""));
    const written = [...reached(new Map([...fragments, ...own]))].sort();
    problems.push(...[...own.values()].flatMap((part) => part.problems));
    problems.push(...written.flatMap((name) => problemOf(shape, name)));
    unpromised[shape.name] = written.filter(
      (name) => !name.startsWith("line.") && AFTER_LOSS.get(name)?.effects.length === 0,
    );
  }
  return { problems, unpromised };
}

function problemOf({ name, promises = [] }: ScriptShape, key: string): string[] {
  const effects = AFTER_LOSS.get(key)?.effects;
  if (effects === undefined) return [`${name}: nobody says what becomes of ${key}.`];
  const isPromised = promises.some((kind) => effects.includes(kind)) || REPEATED.has(name);
  if (effects.length === 0 || isPromised) return [];
  return [`${name}: it writes ${key} and promises none of ${effects}.`];
}

/** All that is written by what a script calls, beginning with itself. */
function reached(parts: Parts): ReadonlySet<string> {
  const written = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const part = parts.get(name);
    if (part === undefined || seen.has(name) || BY_THE_CLOCK.has(name)) return;
    seen.add(name);
    for (const one of part.writes) written.add(one);
    for (const called of part.calls) visit(called);
  };
  visit(SCRIPT);
  return written;
}

function partsOf(file: LuaFile): Parts {
  const functions = file.nodes.filter(isNamed);
  return new Map([
    ...functions.map((node) => [node.identifier.name, partOf(file, node.body)] as const),
    [SCRIPT, partOf(file, [file.chunk])],
  ]);
}

type Named = FunctionDeclaration & { readonly identifier: { readonly name: string } };

function isNamed(node: Node): node is Named {
  return node.type === "FunctionDeclaration" && node.identifier?.type === "Identifier";
}

/** What these nodes do themselves; a function that is declared in them does it where it is called. */
function partOf({ name }: LuaFile, roots: readonly Node[]): Part {
  const own = (node: Node): Node[] =>
    isNamed(node) ? [] : [node, ...childrenOf(node).flatMap(own)];
  const calls = callsOf({ nodes: roots.flatMap(own) });
  const written = calls.map((call) => writtenByCall(name, call));
  return {
    calls: calls.map(({ to }) => to),
    writes: written.flatMap(({ writes }) => writes),
    problems: written.flatMap(({ problems }) => problems),
  };
}

function writtenByCall(file: string, { to, args, line }: Call): Written {
  if (to === "redis.call") return keysWritten(file, args, line);
  // A field that is not named is one of the settings or of the limits.
  const field = textOf(args[FIELD_AT.get(to) ?? -1]);
  return { writes: field === null ? [] : [`line.${field}`], problems: [] };
}

const FIELD_AT = new Map([
  ["put", 1],
  ["drop", 1],
  ["putLane", 2],
]);

function keysWritten(file: string, args: readonly Node[], line: number): Written {
  const command = textOf(args[0]) ?? "";
  const unknown = (what: string) => ({
    writes: [],
    problems: [`${file}:${line}: ${what}, is not known here.`],
  });
  if (READING.has(command)) return { writes: [], problems: [] };
  if (!WRITING.has(command)) return unknown(`whether ${command} writes`);
  const targets = EACH_KEY.has(command) ? args.slice(1) : args.slice(1, 2);
  const written = targets.map((target): Written => {
    const path = pathOf(target.type === "IndexExpression" ? target.base : target) ?? "";
    const keys = path.startsWith("keys.")
      ? [path.slice("keys.".length)]
      : KEYS_BEHIND[file]?.[path];
    if (keys === undefined) return unknown(`which key ${path} is`);
    return { writes: keys.filter((key) => key !== "line"), problems: [] };
  });
  return {
    writes: written.flatMap(({ writes }) => writes),
    problems: written.flatMap(({ problems }) => problems),
  };
}
