import { defineScript } from "../define-script";

/** The fields of the line that an inlet may set. */
export const INLET_FIELDS = [
  "inletOutflow",
  "inletCap",
  "inletBy",
  "inletEveryMs",
  "inletStartMs",
  "inletEndMs",
  "inletGiven",
] as const;

/**
 * Gives the slots of a periodic inlet whose intervals have passed: the first at the start itself, none
 * after the end. The same rule as `intervalsBetween` of lib/domain/inlet/inlet.ts.
 */
export const INLET_LUA = /* lua */ `
local function giveGrants()
  if not line["inletEveryMs"] then return end
  local untilMs = now
  if line["inletEndMs"] then untilMs = math.min(now, number("inletEndMs")) end
  local due = 0
  if untilMs >= number("inletStartMs") then
    due = math.floor((untilMs - number("inletStartMs")) / number("inletEveryMs")) + 1
  end
  if due <= number("inletGiven") then return end
  put("grants", number("grants") + (due - number("inletGiven")) * number("inletBy"))
  put("inletGiven", due)
end
`;

/**
 * Replaces the inlet of an event as a whole. Members follow as pairs: field, value. \`counts\` is 1
 * where slots are given by number from now on; what was given and not used stays given. Intervals
 * that have passed already give nothing. Answers whether there is a line.
 */
export const runInlet = defineScript({
  name: "stanchionInlet",
  keys: ["lineKey"],
  args: { counts: "number" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "correctionMs")
if not held[1] then return 0 end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[2] or 0)
redis.call("HDEL", lineKey, ${INLET_FIELDS.map((field) => `"${field}"`).join(", ")})
for i = 1, restCount, 2 do redis.call("HSET", lineKey, rest(i), rest(i + 1)) end
if counts == 0 then redis.call("HDEL", lineKey, "grants") else redis.call("HSETNX", lineKey, "grants", "0") end
local every = tonumber(redis.call("HGET", lineKey, "inletEveryMs") or 0)
if every > 0 then
  local start = tonumber(redis.call("HGET", lineKey, "inletStartMs"))
  local given = now > start and math.floor((now - start) / every) + 1 or 0
  redis.call("HSET", lineKey, "inletGiven", string.format("%.0f", given))
end
return 1
`,
  parseReply: (raw): boolean => raw === 1,
});
