import type { LuaSources } from "@/lib/line/compose-lua";
import { LUA_CONSTANTS, LUA_LISTS } from "@/lib/line/constants";
import type { ScriptShape } from "@/lib/line/define-script";
import { recordMaker } from "@/lib/line/lua-values";
import { checkFields } from "./check-fields";
import { checkShape } from "./check-shape";
import { type LuaFile, lineOf, parseLua, pathOf, setOf } from "./syntax";

/** What Redis gives to every script. */
const BUILT_IN = setOf(
  "bit cjson error ipairs math pairs pcall redis select string struct table tonumber tostring type unpack",
);
const IN_SCRIPTS = ["keys", "args", "shared", "answer", "eachMember"];

/**
 * What is wrong with the Lua of the line, a sentence each: a name that nobody declares, a field that is not in
 * the schema, a key, argument or answer that the script's shape does not have, a header that does not say
 * what is so, or text that is not Lua.
 */
export function checkLua(sources: LuaSources, shapes: readonly ScriptShape[]): string[] {
  const problems: string[] = [];
  const fragments = parseAll(sources.fragments, problems);
  const scripts = parseAll(sources.scripts, problems);
  for (const file of fragments.values()) {
    problems.push(...checkHeader(file, fragments), ...checkFragment(file));
    problems.push(...checkNames(file, fragments, []), ...checkFields(file, undefined));
  }
  for (const file of scripts.values()) {
    const shape = shapes.find(({ name }) => name === file.name);
    if (shape === undefined) {
      problems.push(`${file.name}: no script is defined by this name.`);
      continue;
    }
    const records = Object.keys(shape.reply).map(recordMaker);
    problems.push(...checkHeader(file, fragments), ...checkFields(file, shape));
    problems.push(...checkNames(file, fragments, [...IN_SCRIPTS, ...records]));
    problems.push(...checkShape(file, shape, neededBy(file, fragments)));
  }
  const missing = shapes.filter(({ name }) => !scripts.has(name));
  return [
    ...problems,
    ...checkUse([...fragments.values()], [...fragments.values(), ...scripts.values()]),
    ...missing.map(({ name }) => `${name}: no file.`),
  ];
}

type Files = ReadonlyMap<string, LuaFile>;

function parseAll(texts: Readonly<Record<string, string>>, problems: string[]): Files {
  const files = new Map<string, LuaFile>();
  for (const [name, text] of Object.entries(texts)) {
    try {
      files.set(name, parseLua(name, text));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return files;
}

/** All fragments of which a script is made. */
function neededBy(file: LuaFile, fragments: Files): LuaFile[] {
  const found = new Set<LuaFile>();
  const add = (names: readonly string[]): void => {
    for (const name of names) {
      const fragment = fragments.get(name);
      if (fragment === undefined || found.has(fragment)) continue;
      found.add(fragment);
      add(fragment.needs);
    }
  };
  add(file.needs);
  return [...found];
}

function checkHeader(file: LuaFile, fragments: Files): string[] {
  return file.needs.flatMap((name) => {
    const fragment = fragments.get(name);
    if (fragment === undefined) return [`${file.name}: it needs ${name}, which does not exist.`];
    const isUsed = fragment.leaves.some((left) => file.globals.has(left));
    return isUsed ? [] : [`${file.name}: it says that it needs ${name} and does not use it.`];
  });
}

/** A fragment only declares functions and constants: it does nothing, and what it leaves is a function. */
function checkFragment({ name, chunk, leaves }: LuaFile): string[] {
  const declared = chunk.body.map((statement) =>
    statement.type === "FunctionDeclaration" && statement.isLocal
      ? pathOf(statement.identifier ?? undefined)
      : null,
  );
  const others = chunk.body.filter((statement) => {
    if (statement.type === "FunctionDeclaration") return !statement.isLocal;
    const isLocal = statement.type === "LocalStatement";
    return !isLocal || statement.variables.some(({ name: own }) => !/^[A-Z_]+$/.test(own));
  });
  const unknown = leaves.filter((left) => !declared.includes(left));
  return [
    ...others.map(
      (one) => `${name}:${lineOf(one)}: a fragment declares functions and does nothing else.`,
    ),
    ...unknown.map((left) => `${name}: it leaves ${left}, which is no function.`),
  ];
}

function checkNames(file: LuaFile, fragments: Files, given: readonly string[]): string[] {
  const left = file.needs.flatMap((name) => fragments.get(name)?.leaves ?? []);
  const declared = new Set([...left, ...given]);
  return [...file.globals]
    .filter((name) => !BUILT_IN.has(name) && !(name in LUA_CONSTANTS) && !(name in LUA_LISTS))
    .filter((name) => !declared.has(name))
    .map((name) => `${file.name}: nobody declares ${name}.`);
}

function checkUse(fragments: readonly LuaFile[], users: readonly LuaFile[]): string[] {
  return fragments.flatMap(({ name, leaves }) =>
    leaves
      .filter((left) => !users.some(({ globals }) => globals.has(left)))
      .map((left) => `${name}: nobody uses ${left}.`),
  );
}
