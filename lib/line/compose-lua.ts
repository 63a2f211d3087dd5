import { LUA_CONSTANTS, LUA_LISTS } from "./constants";
import { LUA_SOURCES } from "./generated/lua-sources";

const CONSTANTS: Readonly<Record<string, Readonly<Record<string, number | readonly string[]>>>> = {
  ...LUA_CONSTANTS,
  ...LUA_LISTS,
};
/** A line `-- NEEDS a b` of a header, in which both may be empty. */
const NEEDS = /^-- NEEDS *(.*)$/m;
/** A line `-- LEAVES a b` of a header. */
const LEAVES = /^-- LEAVES *(.*)$/m;
const FUNCTION = /^local function (\w+)\(/gm;
const CONSTANT = /\b([A-Z_]{3,})\.(\w+)/g;

/** The text of a script and of what it needs, ready to be sent to Redis. */
export type ComposedLua = {
  /** Functions only: they see nothing of the script and of its keys and arguments. */
  readonly fragments: string;
  readonly body: string;
};

/**
 * Puts a script together: the fragments of `lib/line/lua` that its header needs, each once and behind those
 * that it needs itself, with `LUA_CONSTANTS` and `LUA_LISTS` in their places. Throws for a name that does
 * not exist.
 */
export function composeLua(name: string, sources: LuaSources = LUA_SOURCES): ComposedLua {
  const body = sources.scripts[name];
  if (body === undefined) throw new Error(`There is no Lua script ${name}.`);
  const fragments = fragmentsOf(neededBy(body), sources);
  return {
    fragments: fragments.map((fragment) => withPrivateScope(withConstants(fragment))).join("\n"),
    body: withConstants(body),
  };
}

export type LuaSources = {
  readonly scripts: Readonly<Record<string, string>>;
  readonly fragments: Readonly<Record<string, string>>;
};

/** The names behind `NEEDS` in a header. */
export function neededBy(lua: string): string[] {
  const names = NEEDS.exec(lua)?.[1];
  if (names === undefined) throw new Error("A Lua file says what it needs: -- NEEDS name name");
  return names.split(" ").filter((name) => name !== "");
}

/** A fragment whose other functions end with it: the functions of all of them are too many for one scope of Lua. */
function withPrivateScope(lua: string): string {
  const left = LEAVES.exec(lua)?.[1] ?? "";
  const names = new Set(left.split(" ").filter((name) => name !== ""));
  if (names.size === 0) return lua;
  const body = lua.replace(FUNCTION, (text, name: string) =>
    names.has(name) ? `function ${name}(` : text,
  );
  return `local ${[...names].join(", ")}\ndo\n${body}\nend`;
}

function fragmentsOf(names: readonly string[], { fragments }: LuaSources): string[] {
  const texts = new Map<string, string>();
  const add = (name: string): void => {
    const text = fragments[name];
    if (text === undefined) throw new Error(`There is no Lua fragment ${name}.`);
    if (texts.has(name)) return;
    for (const needed of neededBy(text)) add(needed);
    texts.set(name, text);
  };
  for (const name of names) add(name);
  return [...texts.values()];
}

/** Comments are left alone: a sentence may end in capitals. */
function withConstants(lua: string): string {
  return lua.replace(/^(?!\s*--).*$/gm, (line) =>
    line.replace(CONSTANT, (text, group: string, name: string) => {
      const value = CONSTANTS[group]?.[name];
      if (value === undefined) throw new Error(`Lua names a constant that is none: ${text}.`);
      if (typeof value === "number") return String(value);
      return `{ ${value.map((one) => `"${one}"`).join(", ")} }`;
    }),
  );
}
