import type { Redis } from "ioredis";
import type { RedisKey } from "./keys";

type ArgumentValue = { number: number; string: string; bytes: Buffer };
type ArgumentKind = keyof ArgumentValue;

/**
 * Binds one Lua script to named keys and arguments. The prologue is generated from the same lists
 * that the caller is typed against, so that an index cannot drift from its name; numeric arguments
 * arrive in Lua as numbers, and travel as one text, since the driver's work grows with the arguments.
 * A variable list of texts may follow: in Lua `rest(i)` and `restCount`.
 */
export function defineScript<
  const Keys extends readonly string[],
  const Arguments extends Readonly<Record<string, ArgumentKind>>,
  Reply,
>(script: {
  readonly name: string;
  readonly keys: Keys;
  readonly args: Arguments;
  readonly lua: string;
  readonly parseReply: (raw: unknown) => Reply;
}) {
  const names = Object.keys(script.args);
  const numbers = names.filter((name) => script.args[name] === "number");
  const texts = names.filter((name) => script.args[name] !== "number");
  const packed = numbers.length > 0 ? 1 : 0;
  const prologue = [
    ...script.keys.map((name, index) => `local ${name} = KEYS[${index + 1}]`),
    ...(packed === 0 ? [] : [unpackNumbers(numbers)]),
    ...texts.map((name, index) => `local ${name} = ARGV[${packed + index + 1}]`),
    `local restCount = #ARGV - ${packed + texts.length}`,
    `local function rest(i) return ARGV[${packed + texts.length} + i] end`,
  ].join("\n");
  const lua = `${prologue}\n${script.lua}`;

  return async function run(
    redis: Redis,
    keys: { readonly [Name in Keys[number]]: RedisKey },
    args: { readonly [Name in keyof Arguments]: ArgumentValue[Arguments[Name]] },
    rest: readonly (string | number | Buffer)[] = [],
  ): Promise<Reply> {
    const values: (string | number | Buffer)[] = [];
    for (const name of script.keys as readonly Keys[number][]) values.push(keys[name]);
    if (packed > 0) values.push(numbers.map((name) => present(args[name])).join(" "));
    for (const name of texts) values.push(present(args[name]));
    values.push(...rest);
    return script.parseReply(await call(redis, values));
  };

  function call(redis: Redis, values: readonly unknown[]): Promise<unknown> {
    if (!(script.name in redis)) {
      redis.defineCommand(script.name, { numberOfKeys: script.keys.length, lua });
    }
    // defineCommand adds the method at run time, where the type system cannot see it.
    const commands = redis as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
    const called = commands[script.name]?.(...values);
    if (called === undefined) throw new Error(`Redis script ${script.name} is not defined.`);
    return called;
  }
}

/** Lua that reads numbers with spaces between them, which is how JavaScript writes them, too. */
function unpackNumbers(names: readonly string[]): string {
  const pattern = names.map(() => "(%S+)").join(" ");
  const lines = names.map((name) => `${name} = tonumber(${name})`);
  return [`local ${names.join(", ")} = string.match(ARGV[1], "^${pattern}$")`, ...lines].join("\n");
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A Redis script argument is missing.");
  return value;
}
