import type { Redis } from "ioredis";
import type { RedisKey } from "./keys";

type ArgumentValue = { number: number; string: string; bytes: Buffer };
type ArgumentKind = keyof ArgumentValue;
type Value = string | number | Buffer;

type Script<Key extends string, Arguments, Reply> = {
  readonly name: string;
  readonly keys: readonly Key[];
  readonly args: Arguments;
  readonly lua: string;
  readonly parseReply: (raw: unknown) => Reply;
};

type Kinds = Readonly<Record<string, ArgumentKind>>;
type Keys<Key extends string> = { readonly [Name in Key]: RedisKey };
type Values<Arguments extends Kinds> = {
  readonly [Name in keyof Arguments]: ArgumentValue[Arguments[Name]];
};

/**
 * Binds one Lua script to named keys and arguments. The prologue is generated from the same lists
 * that the caller is typed against, so that an index cannot drift from its name; numeric arguments
 * arrive in Lua as numbers, and travel as one text, since the driver's work grows with the arguments.
 * A variable list of texts may follow: in Lua `rest(i)` and `restCount`. In `shared` a script may keep what
 * holds for the whole call.
 */
export function defineScript<const Key extends string, const Arguments extends Kinds, Reply>(
  script: Script<Key, Arguments, Reply>,
) {
  const layout = layoutOf(script.args);
  const prologue = [
    ...bindings(script.keys, layout),
    "local shared = {}",
    `local restCount = #ARGV - ${layout.count}`,
    `local function rest(i) return ARGV[${layout.count} + i] end`,
  ].join("\n");
  const lua = `${prologue}\n${script.lua}`;

  return async function run(
    redis: Redis,
    keys: Keys<Key>,
    args: Values<Arguments>,
    rest: readonly Value[] = [],
  ): Promise<Reply> {
    const values: Value[] = [script.keys.length];
    for (const name of script.keys) values.push(keys[name]);
    addArguments(values, layout, args);
    values.push(...rest);
    return script.parseReply(await call(redis, script.name, lua, values));
  };
}

/**
 * Binds a Lua script like `defineScript`, to be run for many in one call: one after the other, as if each
 * had been called alone but for `shared`. What one of them throws is its own reply, as an error. A script has
 * keys and no variable list of texts; all keys of a call must be of one server.
 */
export function defineManyScript<const Key extends string, const Arguments extends Kinds, Reply>(
  script: Script<Key, Arguments, Reply>,
) {
  const layout = layoutOf(script.args);
  const prologue = bindings(script.keys, layout).join("\n");
  const lua = forEach(`${prologue}\n${script.lua}`, script.keys.length, layout.count);

  return async function runMany(
    redis: Redis,
    members: readonly { readonly keys: Keys<Key>; readonly args: Values<Arguments> }[],
  ): Promise<(Reply | Error)[]> {
    const values: Value[] = [script.keys.length * members.length];
    for (const { keys } of members) for (const name of script.keys) values.push(keys[name]);
    for (const { args } of members) addArguments(values, layout, args);
    const replies = await call(redis, script.name, lua, values);
    if (!Array.isArray(replies) || replies.length !== members.length)
      throw new Error(`${script.name} did not answer once for each.`);
    return replies.map((raw: unknown) => parsed(script, raw));
  };
}

/** A reply that makes no sense is the error of that one, like what it threw. */
function parsed<Reply>(
  { parseReply }: { readonly parseReply: (raw: unknown) => Reply },
  raw: unknown,
): Reply | Error {
  if (raw instanceof Error) return raw;
  try {
    return parseReply(raw);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** How arguments travel: all numbers as one text, if there are any, then the others. */
type Layout = {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly count: number;
};

function layoutOf(args: Kinds): Layout {
  const names = Object.keys(args);
  const numbers = names.filter((name) => args[name] === "number");
  const texts = names.filter((name) => args[name] !== "number");
  return { numbers, texts, count: Math.min(1, numbers.length) + texts.length };
}

function addArguments(
  values: Value[],
  { numbers, texts }: Layout,
  args: Readonly<Record<string, Value>>,
): void {
  if (numbers.length > 0) values.push(numbers.map((name) => present(args[name])).join(" "));
  for (const name of texts) values.push(present(args[name]));
}

/** Lua that gives keys and arguments their names. */
function bindings(keys: readonly string[], { numbers, texts, count }: Layout): string[] {
  const packed = count - texts.length;
  return [
    ...keys.map((name, index) => `local ${name} = KEYS[${index + 1}]`),
    ...(packed === 0 ? [] : [unpackNumbers(numbers)]),
    ...texts.map((name, index) => `local ${name} = ARGV[${packed + index + 1}]`),
  ];
}

/** Lua that reads numbers with spaces between them, which is how JavaScript writes them, too. */
function unpackNumbers(names: readonly string[]): string {
  const pattern = names.map(() => "(%S+)").join(" ");
  const lines = names.map((name) => `${name} = tonumber(${name})`);
  return [`local ${names.join(", ")} = string.match(ARGV[1], "^${pattern}$")`, ...lines].join("\n");
}

/** Lua that runs a script for each share of the keys and arguments. */
function forEach(lua: string, keys: number, args: number): string {
  return /* lua */ `
local shared = {}
local function runOne(KEYS, ARGV)
${lua}
end
local replies = {}
for i = 0, #KEYS / ${keys} - 1 do
  local ran, reply = pcall(runOne, { unpack(KEYS, i * ${keys} + 1, (i + 1) * ${keys}) },
    { unpack(ARGV, i * ${args} + 1, (i + 1) * ${args}) })
  replies[i + 1] = (ran or type(reply) == "table") and reply or { err = tostring(reply) }
end
return replies
`;
}

function call(redis: Redis, name: string, lua: string, values: readonly Value[]): Promise<unknown> {
  if (!(name in redis)) redis.defineCommand(name, { lua });
  // defineCommand adds the method at run time, where the type system cannot see it.
  const commands = redis as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
  const called = commands[name]?.(...values);
  if (called === undefined) throw new Error(`Redis script ${name} is not defined.`);
  return called;
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A Redis script argument is missing.");
  return value;
}
