import { defineScript } from "../define-script";

/**
 * Notes one pull under the name of who made it, with the version that it was given the time before.
 * Entries that are too old go, and beyond `most` the oldest.
 */
export const runNotePull = defineScript({
  name: "stanchionNotePull",
  keys: ["pullsKey", "pullTimesKey"],
  args: { name: "string", entry: "string", keptMs: "number", most: "number" },
  lua: /* lua */ `
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local new = cjson.decode(entry)
local held = redis.call("HGET", pullsKey, name)
if held then new.servedBefore = cjson.decode(held).servedVersion end
new.seenAtMs = now
redis.call("HSET", pullsKey, name, cjson.encode(new))
redis.call("ZADD", pullTimesKey, now, name)
local gone = redis.call("ZRANGEBYSCORE", pullTimesKey, "-inf", now - keptMs, "LIMIT", 0, most)
local surplus = redis.call("ZCARD", pullTimesKey) - #gone - most
if surplus > 0 then
  for _, oldest in ipairs(redis.call("ZRANGE", pullTimesKey, #gone, #gone + surplus - 1)) do
    gone[#gone + 1] = oldest
  end
end
if #gone > 0 then
  redis.call("HDEL", pullsKey, unpack(gone))
  redis.call("ZREM", pullTimesKey, unpack(gone))
end
return #gone
`,
  parseReply: Number,
});
