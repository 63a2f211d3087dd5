import type { Redis } from "ioredis";
import type { RedisKey } from "./keys";

type ArgumentValue = { number: number; string: string; bytes: Buffer };
type ArgumentKind = keyof ArgumentValue;

/**
 * Binds one Lua script to named keys and arguments. The prologue is generated from the same lists
 * that the caller is typed against, so that an index cannot drift from its name; numeric arguments
 * arrive in Lua as numbers. A variable list of texts may follow: in Lua `rest(i)` and `restCount`.
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
  const argumentNames = Object.keys(script.args);
  const prologue = [
    ...script.keys.map((name, index) => `local ${name} = KEYS[${index + 1}]`),
    ...argumentNames.map((name, index) => {
      const value = `ARGV[${index + 1}]`;
      return `local ${name} = ${script.args[name] === "number" ? `tonumber(${value})` : value}`;
    }),
    `local restCount = #ARGV - ${argumentNames.length}`,
    `local function rest(i) return ARGV[${argumentNames.length} + i] end`,
  ].join("\n");
  const lua = `${prologue}\n${script.lua}`;

  return async function run(
    redis: Redis,
    keys: { readonly [Name in Keys[number]]: RedisKey },
    args: { readonly [Name in keyof Arguments]: ArgumentValue[Arguments[Name]] },
    rest: readonly (string | number | Buffer)[] = [],
  ): Promise<Reply> {
    const values = [
      ...script.keys.map((name: Keys[number]) => keys[name]),
      ...argumentNames.map((name) => toArgument(args[name])),
      ...rest,
    ];
    return script.parseReply(await command(redis)(...values));
  };

  function command(redis: Redis): (...values: unknown[]) => Promise<unknown> {
    if (!(script.name in redis)) {
      redis.defineCommand(script.name, { numberOfKeys: script.keys.length, lua });
    }
    // defineCommand adds the method at run time, where the type system cannot see it.
    const commands = redis as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
    const method = commands[script.name];
    if (method === undefined) throw new Error(`Redis script ${script.name} is not defined.`);
    return method.bind(redis);
  }
}

function toArgument(value: number | string | Buffer | undefined): string | Buffer {
  if (value === undefined) throw new Error("A Redis script argument is missing.");
  return typeof value === "number" ? String(value) : value;
}
