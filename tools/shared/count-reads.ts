import { randomUUID } from "node:crypto";
import type { Redis } from "@/lib/line/redis-client";

/** A text counts once for each of so many bytes. */
const TEXT_BYTES = 64;

/**
 * Counts what Lua scripts read that are sent over a connection from now on: each value that Redis hands to a
 * script, a long text once for every 64 bytes, and each element that a command takes away; not what it says of
 * a value that was written. `most` answers the most that one call of each script has read so far. The counts
 * stand in a key of their own.
 */
export function countReads(redis: Redis) {
  const key = `counted-reads:${randomUUID()}`;
  const define = redis.defineCommand.bind(redis);
  redis.defineCommand = (name, definition) =>
    define(name, {
      ...definition,
      lua: counting(key, name.replace(/^stanchion-/, ""), definition.lua),
    });
  return {
    most: async (): Promise<Readonly<Record<string, number>>> => {
      const counts = Object.entries(await redis.hgetall(key));
      return Object.fromEntries(counts.map(([name, count]) => [name, Number(count)]));
    },
    /** Counts from the beginning again. */
    forget: async () => {
      await redis.del(key);
    },
  };
}

/** The script as a function that sees a `redis` that counts. */
function counting(key: string, name: string, lua: string): string {
  return /* lua */ `
local plain, count = redis, 0
local WRITES = { HSET = true, HSETNX = true, HINCRBY = true, ZADD = true, XADD = true }
local REMOVES = { ZREM = true, ZREMRANGEBYRANK = true, ZREMRANGEBYSCORE = true, HDEL = true, XTRIM = true }
local function add(reply)
  if type(reply) == "table" then
    for i = 1, #reply do add(reply[i]) end
  else
    count = count + (type(reply) == "string" and math.max(1, math.ceil(#reply / ${TEXT_BYTES})) or 1)
  end
end
local redis = {
  sha1hex = plain.sha1hex,
  call = function(command, ...)
    local reply = plain.call(command, ...)
    if REMOVES[command] then
      count = count + reply
    elseif not WRITES[command] then
      add(reply)
    end
    return reply
  end,
}
local function run(KEYS, ARGV)
${lua}
end
local reply = run(KEYS, ARGV)
if count > tonumber(plain.call("HGET", "${key}", "${name}") or 0) then
  plain.call("HSET", "${key}", "${name}", count)
end
return reply
`;
}
