import type { Expression } from "luaparse";
import { LUA_LISTS } from "@/lib/line/constants";
import type { ScriptShape } from "@/lib/line/define-script";
import { HASHES, LINE_FIELDS } from "@/lib/line/schema";
import type { Field } from "@/lib/line/schema-field";
import { type Call, callsOf, type LuaFile, lineOf, pathOf, setOf, textOf } from "./syntax";

/** Of the line, and of each lane: which argument names the field. */
const ACCESSORS = new Map([
  ...["number", "text", "has", "put", "drop"].map((name) => [name, 1] as const),
  ...["laneNumber", "laneText", "putLane"].map((name) => [name, 2] as const),
]);
const FIELDS = new Map<string, Field>(Object.entries(LINE_FIELDS));
const FIELDS_OF_HASHES = new Map<string, object>(Object.entries(HASHES));
const LISTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = LUA_LISTS;
const HASH_COMMANDS = setOf("HGET HMGET HSET HSETNX HDEL HINCRBY HEXISTS");
/** Of these, values stand between the fields. */
const SETTING = setOf("HSET HSETNX HINCRBY");
const WRITING = setOf("put putLane drop");
const BEGINNING = "create";
/** The file that defines the accessors. */
const ACCESSOR_FILE = "line";

export function checkFields(file: LuaFile, shape: ScriptShape | undefined): string[] {
  if (file.name === ACCESSOR_FILE) return [];
  const { allowed, problems } = fieldVariables(file, shape);
  return [
    ...callsOf(file).flatMap((call) =>
      call.to === "redis.call" ? checkCommand(file, call) : checkAccess(file, call, allowed),
    ),
    ...problems,
    ...indexedFields(file),
  ];
}

function checkAccess({ name }: LuaFile, { to, args, line }: Call, allowed: ReadonlySet<string>) {
  const at = ACCESSORS.get(to);
  if (at === undefined) return [];
  const field = textOf(args[at]);
  if (field !== null)
    return [...problemsOf(field, to), ...writerProblems(name, to, field)].map(
      (problem) => `${name}:${line}: ${problem}`,
    );
  if (allowed.has(pathOf(args[at]) ?? "")) return [];
  return [`${name}:${line}: ${to} takes a field by its name, in quotes.`];
}

/** What begins a run writes nearly all fields; the schema names the others. */
function writerProblems(file: string, accessor: string, field: string): string[] {
  if (!WRITING.has(accessor) || file === BEGINNING) return [];
  const writers = FIELDS.get(field)?.writer.split(", ") ?? [];
  return writers.includes(file) ? [] : [`the schema does not say that it writes ${field}.`];
}

/** What is wrong with a field where it is named, by an accessor or without one. */
function problemsOf(field: string, accessor = ""): string[] {
  const declared = FIELDS.get(field);
  if (declared === undefined) return [`the line has no field ${field}.`];
  const isNumber = declared.type === "integer" || declared.type === "decimal";
  const isOfLane = ACCESSORS.get(accessor) === 2;
  return [
    ...(isOfLane && !declared.perLane ? [`${field} is not a field of each lane.`] : []),
    ...(/number$/i.test(accessor) && !isNumber ? [`${field} is no number.`] : []),
  ];
}

/** `redis.call("HGET", keys.reports, "turn", …)`: names behind a declared hash. */
function checkCommand({ name }: LuaFile, { args, line }: Call): string[] {
  const command = textOf(args[0]) ?? "";
  const hash = pathOf(args[1])?.replace(/^keys\./, "") ?? "";
  const fields = FIELDS_OF_HASHES.get(hash);
  if (!HASH_COMMANDS.has(command) || fields === undefined) return [];
  const named = args.slice(2).filter((_, index) => !SETTING.has(command) || index % 2 === 0);
  return named
    .map(textOf)
    .filter((field) => field !== null && field !== "-" && !Object.hasOwn(fields, field))
    .map((field) => `${name}:${line}: the hash ${hash} has no field ${field}.`);
}

/** `line.fields["stock"]`. */
function indexedFields({ name, nodes }: LuaFile): string[] {
  return nodes.flatMap((node) => {
    if (node.type !== "IndexExpression" || pathOf(node.base) !== "line.fields") return [];
    const field = textOf(node.index);
    if (field === null) return [];
    return problemsOf(field).map((problem) => `${name}:${lineOf(node)}: ${problem}`);
  });
}

/** Variables that hold names of fields: members and arguments called `field`, and those that go through names in quotes. */
function fieldVariables({ name, nodes }: LuaFile, shape: ScriptShape | undefined) {
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
    const unknown = fields.flatMap((field) => problemsOf(field));
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
