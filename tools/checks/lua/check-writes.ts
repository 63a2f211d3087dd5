import type { FunctionDeclaration, Node } from "luaparse";
import type { LuaSources } from "@/lib/line/compose-lua";
import type { ScriptShape } from "@/lib/line/define-script";
import type { AfterLoss } from "./after-loss";
import { FIELDS_AFTER_LOSS, KEYS_AFTER_LOSS, OTHER_KEYS_AFTER_LOSS } from "./after-loss";
import { type LuaFile, lineOf, parseLua, pathOf, textOf } from "./syntax";

/** Commands that change what their first key holds. */
const WRITING = new Set(
  "HSET HSETNX HDEL HINCRBY RENAME SETBIT SETRANGE BITFIELD SET DEL UNLINK EXPIRE ZADD ZREM ZREMRANGEBYRANK ZREMRANGEBYSCORE XADD XDEL".split(
    " ",
  ),
);
/** Of these all arguments are keys. */
const EACH_KEY = new Set(["DEL", "UNLINK", "RENAME"]);
const READING = new Set(
  "EXISTS GET GETBIT GETRANGE HEXISTS HGET HGETALL HKEYS HLEN HMGET HRANDFIELD INFO STRLEN TIME ZCARD ZCOUNT ZRANGE ZRANGEBYSCORE ZSCORE".split(
    " ",
  ),
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
const BY_THE_CLOCK = new Set(["openStock", "openSeats", "forgetOld", "forgetUpTo"]);

/** They write back, or put what is known elsewhere and put again after a loss. */
const REPEATED = new Set([
  "create",
  "complete-copy",
  "forget-code-uses",
  "put-codes",
  "report",
  "restore-admissions",
  "restore-joins",
  "restore-leaves",
  "restore-move-codes",
  "restore-moves",
  "restore-rights",
  "restore-spent",
  "settle-draw",
  // Of who came by a staff link in the seconds that are undone only the report says too little.
  "outside",
]);

/** What one function writes, or the script itself, and what it calls. */
type Part = { readonly writes: readonly string[]; readonly calls: readonly string[] };

/**
 * What is wrong with what the Lua writes, a sentence each: a key or field of which nobody says what becomes of it after a
 * loss, and a script that writes what is promised and does not promise it. `unpromised` are the keys, by script, that come back by no
 * effect of a process.
 */
export function checkWrites(sources: LuaSources, shapes: readonly ScriptShape[]) {
  const problems: string[] = [];
  const functions = new Map<string, Part>();
  for (const [name, text] of Object.entries(sources.fragments))
    for (const [called, part] of functionsOf(parseLua(name, text), problems))
      functions.set(called, part);
  const unpromised: Record<string, readonly string[]> = {};
  for (const shape of shapes) {
    const written = writtenBy(parseLua(shape.name, sources.scripts[shape.name] ?? ""));
    problems.push(...written.flatMap((name) => problemOf(shape, name)));
    unpromised[shape.name] = written.filter(
      (name) => !name.startsWith("line.") && isUnpromised(name),
    );
  }
  return { problems, unpromised };

  function writtenBy(file: LuaFile): string[] {
    const own = functionsOf(file, problems);
    const script = partOf(file, [file.chunk], problems);
    return [...reached(new Map([...functions, ...own, [SCRIPT, script]]))].sort();
  }
}

/** The name of what a script does outside of its functions. */
const SCRIPT = "";

function problemOf(shape: ScriptShape, name: string): string[] {
  const after = afterLossOf(name);
  if (after === undefined) return [`${shape.name}: nobody says what becomes of ${name}.`];
  const isPromised = promises(shape, after) || REPEATED.has(shape.name);
  if (after.effects.length === 0 || isPromised) return [];
  return [`${shape.name}: it writes ${name} and promises none of ${after.effects}.`];
}

function promises({ promises = [] }: ScriptShape, { effects }: AfterLoss): boolean {
  return promises.some((kind) => effects.includes(kind));
}

const KEYS: Readonly<Record<string, AfterLoss>> = { ...OTHER_KEYS_AFTER_LOSS, ...KEYS_AFTER_LOSS };
const FIELDS: Readonly<Record<string, AfterLoss>> = FIELDS_AFTER_LOSS;

const isUnpromised = (name: string): boolean => afterLossOf(name)?.effects.length === 0;

/** Of a key, or of `line.field`. */
function afterLossOf(name: string): AfterLoss | undefined {
  const field = /^line\.(.+)$/.exec(name)?.[1];
  if (field === undefined) return Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
  return Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
}

/** All that is written by what a script calls, beginning with itself. */
function reached(parts: ReadonlyMap<string, Part>): ReadonlySet<string> {
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

function functionsOf(file: LuaFile, problems: string[]): Map<string, Part> {
  const declared = file.nodes.filter(isNamed);
  return new Map(
    declared.map((node) => [node.identifier.name, partOf(file, node.body, problems)] as const),
  );
}

type Named = FunctionDeclaration & { readonly identifier: { readonly name: string } };

function isNamed(node: Node): node is Named {
  return node.type === "FunctionDeclaration" && node.identifier?.type === "Identifier";
}

/** What these nodes do themselves; a function that is declared in them does it where it is called. */
function partOf(file: LuaFile, roots: readonly Node[], problems: string[]): Part {
  const writes: string[] = [];
  const calls: string[] = [];
  const visit = (node: Node): void => {
    if (isNamed(node)) return;
    if (node.type === "CallExpression") {
      const to = pathOf(node.base) ?? "";
      calls.push(to);
      writes.push(...writtenByCall(file, to, node.arguments, problems));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const root of roots) visit(root);
  return { writes, calls };
}

function writtenByCall(
  file: LuaFile,
  to: string,
  args: readonly Node[],
  problems: string[],
): string[] {
  if (to === "redis.call") return keysWritten(file, args, problems);
  if (to === "put" || to === "drop") return fieldWritten(args[1]);
  return to === "putLane" ? fieldWritten(args[2]) : [];
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) => [value].flat().filter(isNode));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** A field that is not named is one of the settings or of the limits. */
function fieldWritten(node: Node | undefined): string[] {
  const field = textOf(node);
  return field === null ? [] : [`line.${field}`];
}

function keysWritten({ name }: LuaFile, args: readonly Node[], problems: string[]): string[] {
  const command = textOf(args[0]) ?? "";
  const at = `${name}:${args[0] === undefined ? 0 : lineOf(args[0])}`;
  if (READING.has(command)) return [];
  if (!WRITING.has(command)) {
    problems.push(`${at}: whether ${command} writes is not known here.`);
    return [];
  }
  const targets = EACH_KEY.has(command) ? args.slice(1) : args.slice(1, 2);
  return targets.flatMap((target) => {
    const path = pathOf(target.type === "IndexExpression" ? target.base : target) ?? "";
    if (path.startsWith("keys."))
      return [path.slice("keys.".length)].filter((key) => key !== "line");
    const keys = KEYS_BEHIND[name]?.[path];
    if (keys === undefined) problems.push(`${at}: which key ${path} is, is not known here.`);
    return (keys ?? []).filter((key) => key !== "line");
  });
}
