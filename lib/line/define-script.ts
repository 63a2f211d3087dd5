import { createHash } from "node:crypto";
import type { Cluster, Redis as OneRedis } from "ioredis";
import { type ComposedLua, composeLua } from "./compose-lua";
import type { EffectKind } from "./effects";
import type { RedisKey } from "./keys";
import {
  createReplyReader,
  type Kinds,
  type Layout,
  layoutOf,
  luaOfArguments,
  luaOfMembers,
  luaOfReply,
  type ReplyKinds,
  type ReplyOf,
  type ValuesOf,
} from "./lua-values";
import { isCluster, type Redis } from "./redis-client";
import { type RedisCommand, readyMastersOf, sendToMasters } from "./send-together";

type Value = string | number | Buffer;
type Keys<Key extends string> = { readonly [Name in Key]: RedisKey };

/** What a script is told and what it answers. `name` is that of its file in `lib/line/scripts`. */
export type ScriptShape = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly args: Kinds;
  readonly members?: Kinds;
  readonly reply: ReplyKinds;
  /** What it answers instead of `OK` where it did not do what was asked. */
  readonly refusals: readonly string[];
  /** What it promises that a loss may undo: see `effects.ts`. */
  readonly promises?: readonly EffectKind[];
};

type Shape<
  Key extends string,
  Args extends Kinds,
  Members extends Kinds,
  Reply extends ReplyKinds,
  Refusal extends string,
> = ScriptShape & {
  readonly keys: readonly Key[];
  readonly args: Args;
  readonly members?: Members;
  readonly reply: Reply;
  readonly refusals: readonly Refusal[];
};

/** The answer of a script: its values by name, or why it did nothing. */
export type ScriptReply<Reply extends ReplyKinds, Refusal extends string> =
  | ({ readonly status: "OK" } & ReplyOf<Reply>)
  | (Refusal extends string ? { readonly status: Refusal } : never);

/**
 * Binds the Lua script of a name to its keys, arguments and reply. In Lua, `keys` and `args` have the names
 * that are given here, numbers being numbers; `eachMember()` goes through the members of a call, a variable
 * list of records; `answer({ … })` makes the reply. An index cannot drift from its name. In `shared` a
 * script may keep what holds for the whole call. Throws where Redis fails and for an answer that is none.
 */
export function defineScript<
  const Key extends string,
  const Args extends Kinds,
  const Reply extends ReplyKinds,
  const Refusal extends string = never,
  const Members extends Kinds = Record<never, never>,
>(shape: Shape<Key, Args, Members, Reply, Refusal>, lua: ComposedLua = composeLua(shape.name)) {
  const layout = layoutOf(shape.args);
  const members = Object.keys(shape.members ?? {});
  const text = [lua.fragments, "local shared = {}", preludeOf(shape, layout), lua.body].join("\n");
  const readAnswer = createAnswerReader(shape);

  async function run(
    redis: Redis,
    keys: Keys<Key>,
    args: ValuesOf<Args>,
    listed: readonly ValuesOf<Members>[] = [],
  ): Promise<ScriptReply<Reply, Refusal>> {
    const values: Value[] = [shape.keys.length];
    for (const name of shape.keys) values.push(keys[name]);
    addArguments(values, layout, args);
    for (const one of listed) addNamed(values, members, one);
    return readAnswer(await call(redis, shape.name, text, values));
  }
  return Object.assign(run, { shape });
}

/**
 * Binds a Lua script like `defineScript`, to be run for many in one call: one after the other, as if each
 * had been called alone but for `shared`; in a cluster, where a call has the keys of one slot, each alone. What one of them
 * throws is its own reply, as an error. A script has keys and no members. `raw` is the answer as it came. Throws where none
 * of them reached Redis.
 */
export function defineManyScript<
  const Key extends string,
  const Args extends Kinds,
  const Reply extends ReplyKinds,
  Result,
>(
  shape: ScriptShape & {
    readonly keys: readonly Key[];
    readonly args: Args;
    readonly reply: Reply;
  },
  read: (raw: unknown) => Result,
  lua: ComposedLua = composeLua(shape.name),
) {
  const layout = layoutOf(shape.args);
  const one = `${preludeOf(shape, layout)}\n${lua.body}`;
  const text = `${lua.fragments}\n${forEach(one, shape.keys.length, layout.count)}`;

  type Request = { readonly keys: Keys<Key>; readonly args: ValuesOf<Args> };

  const hash = createHash("sha1").update(text).digest("hex");

  async function runMany(redis: Redis, requests: readonly Request[]): Promise<(Result | Error)[]> {
    return isCluster(redis) && requests.length > 1
      ? runOnMasters(redis, requests)
      : runTogether(redis, requests);
  }

  async function runTogether(
    redis: Redis,
    requests: readonly Request[],
  ): Promise<(Result | Error)[]> {
    return readAll(await call(redis, shape.name, text, valuesOf(requests)), requests.length);
  }

  /** Each alone, but all that go to a master in one. */
  async function runOnMasters(
    cluster: Cluster,
    requests: readonly Request[],
  ): Promise<(Result | Error)[]> {
    const command = COMMAND + shape.name;
    if (!(command in cluster)) cluster.defineCommand(command, { lua: text });
    await tell(cluster, hash, text);
    const calls = requests.map((one): RedisCommand => ["evalsha", hash, ...valuesOf([one])]);
    const replies = await sendToMasters(cluster, calls);
    const read = await eachAlone(replies, async (reply, at) => {
      if (!(reply instanceof Error)) return readAll(reply, 1);
      // A master that has forgotten the script is told it again.
      if (!reply.message.startsWith("NOSCRIPT ")) throw reply;
      return runTogether(cluster, requests.slice(at, at + 1));
    });
    return read.flat();
  }

  function valuesOf(requests: readonly Request[]): Value[] {
    const values: Value[] = [shape.keys.length * requests.length];
    for (const { keys } of requests) for (const name of shape.keys) values.push(keys[name]);
    for (const { args } of requests) addArguments(values, layout, args);
    return values;
  }

  function readAll(replies: unknown, count: number): (Result | Error)[] {
    if (!Array.isArray(replies) || replies.length !== count)
      throw new Error(`${shape.name} did not answer once for each.`);
    return replies.map((raw: unknown) => readOne(read, raw));
  }
  return Object.assign(runMany, { shape });
}

/** What fails is the answer of that one, unless all do. */
async function eachAlone<Request, Answer>(
  requests: readonly Request[],
  call: (request: Request, at: number) => Promise<Answer>,
): Promise<(Answer | Error)[]> {
  const settled = await Promise.allSettled(requests.map(call));
  const [first] = settled;
  if (first?.status === "rejected" && settled.every(({ status }) => status === "rejected"))
    throw first.reason;
  return settled.map((one) => {
    if (one.status === "fulfilled") return one.value;
    return one.reason instanceof Error ? one.reason : new Error(String(one.reason));
  });
}

/** Makes a reader of answers: `OK` and the values, or a refusal. It throws for anything else. */
function createAnswerReader<Reply extends ReplyKinds, Refusal extends string>(shape: {
  readonly name: string;
  readonly reply: Reply;
  readonly refusals: readonly Refusal[];
}) {
  const readReply = createReplyReader(shape.reply);

  return function readAnswer(raw: unknown): ScriptReply<Reply, Refusal> {
    const [status, ...elements]: readonly unknown[] = Array.isArray(raw) ? raw : [];
    if (status === "OK") return { status, ...readReply(elements) };
    const refusal = shape.refusals.find((one) => one === status);
    // The compiler cannot tell that a refusal that was found is one of `Refusal`.
    if (refusal !== undefined) return { status: refusal } as ScriptReply<Reply, Refusal>;
    throw new Error(`The script ${shape.name} answered ${String(status)}.`);
  };
}

/** An answer that makes no sense is the error of that one, like what it threw. */
function readOne<Result>(read: (raw: unknown) => Result, raw: unknown): Result | Error {
  if (raw instanceof Error) return raw;
  try {
    return read(raw);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function preludeOf(shape: ScriptShape, layout: Layout): string {
  return [
    luaOfArguments(shape.keys, layout),
    luaOfMembers(shape.members ?? {}, layout.count),
    luaOfReply(shape.reply),
  ].join("\n");
}

function addArguments(
  values: Value[],
  { numbers, texts }: Layout,
  args: Readonly<Record<string, Value>>,
): void {
  if (numbers.length > 0) values.push(numbers.map((name) => present(args[name])).join(" "));
  addNamed(values, texts, args);
}

function addNamed(
  values: Value[],
  names: readonly string[],
  named: Readonly<Record<string, Value>>,
): void {
  for (const name of names) values.push(present(named[name]));
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

/** What connections have been told which scripts, by their hashes; whoever connects anew has a connection of its own. */
const told = new WeakMap<OneRedis, Map<string, Promise<unknown>>>();

/** Tells each master a script once. Where that fails, its calls tell it. */
async function tell(cluster: Cluster, hash: string, lua: string): Promise<void> {
  const telling = readyMastersOf(cluster).map((master) => {
    const scripts = told.get(master) ?? new Map<string, Promise<unknown>>();
    told.set(master, scripts);
    const loaded = scripts.get(hash) ?? master.script("LOAD", lua).catch(() => undefined);
    scripts.set(hash, loaded);
    return loaded;
  });
  await Promise.all(telling);
}

/** By it metrics count the calls of a script. */
const COMMAND = "stanchion-";

function call(redis: Redis, name: string, lua: string, values: readonly Value[]): Promise<unknown> {
  const command = COMMAND + name;
  if (!(command in redis)) redis.defineCommand(command, { lua });
  // defineCommand adds the method at run time, where the type system cannot see it.
  const commands = redis as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
  const called = commands[command]?.(...values);
  if (called === undefined) throw new Error(`The Redis script ${name} is not defined.`);
  return called;
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A Redis script argument is missing.");
  return value;
}
