import type { Expression } from "luaparse";
import { LUA_LISTS } from "@/lib/line/constants";
import type { ScriptShape } from "@/lib/line/define-script";
import { HASHES, LINE_FIELDS } from "@/lib/line/schema";
import type { Field } from "@/lib/line/schema-field";
import { type Call, callsOf, type LuaFile, lineOf, pathOf, textOf } from "./syntax";

/** The accessors: which argument names the field, whether it is one of a lane, whether it is a number. */
const ACCESSORS: Readonly<Record<string, { at: number; lane?: true; number?: true }>> = {
  number: { at: 1, number: true },
  text: { at: 1 },
  has: { at: 1 },
  put: { at: 1 },
  drop: { at: 1 },
  laneNumber: { at: 2, lane: true, number: true },
  laneText: { at: 2, lane: true },
  putLane: { at: 2, lane: true },
};
const FIELDS: Readonly<Record<string, Field>> = LINE_FIELDS;
const LISTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = LUA_LISTS;
const HASH_COMMANDS = new Set(["HGET", "HMGET", "HSET", "HSETNX", "HDEL", "HINCRBY", "HEXISTS"]);
const WRITING = new Set(["put", "putLane", "drop"]);
const BEGINNING = "create";
/** The file that defines the accessors. */
const ACCESSOR_FILE = "line";

/** Which fields of declared hashes a file names that the schema does not have. */
export function checkFields(file: LuaFile, shape: ScriptShape | undefined): string[] {
  if (file.name === ACCESSOR_FILE) return [];
  const variables = fieldVariables(file, shape);
  return [
    ...callsOf(file).flatMap((call) => {
      if (call.to === "redis.call") return checkCommand(file, call);
      return checkAccess(file, call, variables);
    }),
    ...variables.problems,
    ...indexedFields(file),
  ];
}

function checkAccess({ name }: LuaFile, call: Call, variables: FieldVariables): string[] {
  const accessor = Object.hasOwn(ACCESSORS, call.to) ? ACCESSORS[call.to] : undefined;
  if (accessor === undefined) return [];
  const argument = call.args[accessor.at];
  const field = textOf(argument);
  if (field === null) {
    const variable = pathOf(argument) ?? "";
    if (variables.allowed.has(variable)) return [];
    return [`${name}:${call.line}: ${call.to} takes a field by its name, in quotes.`];
  }
  const problems = [...problemsOf(field, accessor), ...writerProblems(name, call.to, field)];
  return problems.map((problem) => `${name}:${call.line}: ${problem}`);
}

/** What begins a run writes nearly all fields; the schema names the others. */
function writerProblems(file: string, accessor: string, field: string): string[] {
  if (!WRITING.has(accessor) || file === BEGINNING) return [];
  const writers = FIELDS[field]?.writer.split(", ") ?? [];
  return writers.includes(file) ? [] : [`the schema does not say that it writes ${field}.`];
}

function problemsOf(field: string, { lane, number }: { lane?: true; number?: true }): string[] {
  const declared = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (declared === undefined) return [`the line has no field ${field}.`];
  const isNumber = declared.type === "integer" || declared.type === "decimal";
  return [
    ...(lane && !declared.perLane ? [`${field} is not a field of each lane.`] : []),
    ...(number && !isNumber ? [`${field} is no number.`] : []),
  ];
}

/** `redis.call("HGET", keys.reports, "turn", …)`: names behind a declared hash. */
function checkCommand({ name }: LuaFile, { args, line }: Call): string[] {
  const command = textOf(args[0]) ?? "";
  const hash = pathOf(args[1])?.replace(/^keys\./, "") ?? "";
  if (!HASH_COMMANDS.has(command) || !isHash(hash)) return [];
  const fields = HASHES[hash];
  const isSetting = command === "HSET" || command === "HSETNX" || command === "HINCRBY";
  const named = args.slice(2).filter((_, index) => !isSetting || index % 2 === 0);
  return named
    .map(textOf)
    .filter((field) => field !== null && field !== "-" && !Object.hasOwn(fields, field))
    .map((field) => `${name}:${line}: the hash ${hash} has no field ${field}.`);
}

function isHash(name: string): name is keyof typeof HASHES {
  return Object.hasOwn(HASHES, name);
}

/** `line.fields["stock"]`. */
function indexedFields({ name, nodes }: LuaFile): string[] {
  return nodes.flatMap((node) => {
    if (node.type !== "IndexExpression" || pathOf(node.base) !== "line.fields") return [];
    const field = textOf(node.index);
    if (field === null) return [];
    return problemsOf(field, {}).map((problem) => `${name}:${lineOf(node)}: ${problem}`);
  });
}

type FieldVariables = {
  readonly allowed: ReadonlySet<string>;
  readonly problems: readonly string[];
};

/**
 * Variables that hold names of fields: members and arguments called `field`, which TypeScript makes from the
 * schema, and those that go through a list of names in quotes.
 */
function fieldVariables({ name, nodes }: LuaFile, shape: ScriptShape | undefined): FieldVariables {
  const allowed = new Set<string>();
  const problems: string[] = [];
  if (shape !== undefined && "field" in shape.args) allowed.add("args.field").add("field");
  if (shape?.members !== undefined && "field" in shape.members) allowed.add("field");
  for (const node of nodes) {
    if (node.type !== "ForGenericStatement") continue;
    const fields = listedIn(node.iterators[0]);
    const variable = node.variables[1];
    if (fields === null || variable === undefined) continue;
    allowed.add(variable.name);
    const unknown = fields.flatMap((field) => problemsOf(field, {}));
    problems.push(...unknown.map((problem) => `${name}:${lineOf(node)}: ${problem}`));
  }
  return { allowed, problems };
}

/** The texts in `ipairs({ "a", "b" })` or in a list of `LUA_LISTS`; null for everything else. */
function listedIn(node: Expression | undefined): readonly string[] | null {
  if (node?.type !== "CallExpression" || pathOf(node.base) !== "ipairs") return null;
  const [list] = node.arguments;
  const [group = "", name = ""] = pathOf(list)?.split(".") ?? [];
  const declared = LISTS[group]?.[name];
  if (declared !== undefined) return declared;
  if (list?.type !== "TableConstructorExpression") return null;
  const texts = list.fields.map((field) => textOf(field.value));
  return texts.every((text) => text !== null) ? texts : null;
}
