import type { ScriptShape } from "@/lib/line/define-script";
import { isFromLine, recordMaker } from "@/lib/line/lua-values";
import { callsOf, fieldNames, type LuaFile, lineOf, pathOf, textOf } from "./syntax";

/** Where a script and what TypeScript knows of it differ. `fragments` are all that it is made of. */
export function checkShape(file: LuaFile, shape: ScriptShape, fragments: readonly LuaFile[]) {
  const own = fieldsOf("keys", file);
  const used = [file, ...fragments].flatMap((one) => fieldsOf("keys", one));
  const given = fieldsOf("args", file);
  const problems = [
    ...own.filter((key) => !shape.keys.includes(key)).map((key) => `has no key ${key}`),
    ...shape.keys.filter((key) => !used.includes(key)).map((key) => `does not use its key ${key}`),
    ...given
      .filter((one) => !Object.hasOwn(shape.args, one))
      .map((one) => `has no argument ${one}`),
  ];
  return [
    ...problems.map((problem) => `${file.name}: the script ${problem}.`),
    ...checkMembers(file, shape),
    ...checkAnswers(file, shape),
    ...checkRefusals(file, shape),
  ];
}

function fieldsOf(base: string, { nodes }: LuaFile): string[] {
  const found = nodes.flatMap((node) => {
    const path = node.type === "MemberExpression" ? pathOf(node) : null;
    return path?.startsWith(`${base}.`) ? [path.slice(base.length + 1)] : [];
  });
  return [...new Set(found)];
}

function checkMembers(file: LuaFile, { members = {} }: ScriptShape): string[] {
  const expected = Object.keys(members).length;
  return file.nodes.flatMap((node) => {
    if (node.type !== "ForGenericStatement") return [];
    const [iterator] = node.iterators;
    const isOverMembers =
      iterator?.type === "CallExpression" && pathOf(iterator.base) === "eachMember";
    if (!isOverMembers || node.variables.length === expected) return [];
    return [`${file.name}:${lineOf(node)}: members have ${expected} values.`];
  });
}

function checkAnswers(file: LuaFile, { reply }: ScriptShape): string[] {
  return callsOf(file).flatMap(({ to, args, line }) => {
    const names = to === "answer" ? namesOf(reply, ["line"]) : namesOfRecord(reply, to);
    if (names === undefined) return [];
    const given = fieldNames(args[0]);
    if (given === null) return [`${file.name}:${line}: an answer is a table of named values.`];
    return [
      ...given.filter((name) => !names.includes(name)).map((name) => `has no value ${name}`),
      ...names.filter((name) => !given.includes(name)).map((name) => `lacks ${name}`),
    ].map((problem) => `${file.name}:${line}: the answer ${problem}.`);
  });
}

/** The names that a script gives; `sources` too where some values come from the line. */
function namesOf(kinds: Readonly<Record<string, unknown>>, sources: readonly string[]): string[] {
  const given = Object.keys(kinds).filter((name) => !isFromLine(kinds[name]));
  return given.length === Object.keys(kinds).length ? given : [...given, ...sources];
}

function namesOfRecord(reply: ScriptShape["reply"], call: string): string[] | undefined {
  const [, kind] = Object.entries(reply).find(([name]) => recordMaker(name) === call) ?? [];
  const isRecord = typeof kind === "object" && "each" in kind;
  return isRecord ? namesOf(kind.each, ["line", "lane"]) : undefined;
}

function checkRefusals(file: LuaFile, { refusals }: ScriptShape): string[] {
  return file.nodes.flatMap((node) => {
    if (node.type !== "ReturnStatement") return [];
    const [returned] = node.arguments;
    if (returned?.type !== "TableConstructorExpression") return [];
    const refusal = textOf(returned.fields[0]?.value);
    if (refusal !== null && refusals.includes(refusal)) return [];
    const told = refusal ?? "what it returns";
    return [`${file.name}:${lineOf(node)}: ${told} is no refusal of the script.`];
  });
}
