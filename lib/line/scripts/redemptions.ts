import { defineScript } from "../define-script";

/**
 * Notes first uses of admissions, and tells which were used elsewhere before. What is noted stands in
 * the half whose turn it is; when that is `keptMs` old the other half is emptied and takes over, so
 * that each is kept for one to two times `keptMs` of line time. Members follow: what names a use. The
 * answer has the positions of those that another reporter used first.
 */
export const runRedeem = defineScript({
  name: "stanchionRedeem",
  keys: ["lineKey", "reportsKey", "evenKey", "oddKey"],
  args: {
    reporter: "bytes",
    batch: "bytes",
    failOpen: "number",
    keptMs: "number",
    most: "number",
  },
  lua: /* lua */ `
local time = redis.call("TIME")
local correction = tonumber(redis.call("HGET", lineKey, "correctionMs") or 0)
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + correction
local held = redis.call("HMGET", reportsKey, "turn", "turnedAtMs")
local turn, turnedAt = tonumber(held[1] or 0), tonumber(held[2] or 0)
local halves = { [0] = evenKey, [1] = oddKey }
if now - turnedAt >= keptMs then
  if now - turnedAt >= 2 * keptMs then redis.call("UNLINK", halves[turn]) end
  turn = 1 - turn
  redis.call("UNLINK", halves[turn])
  redis.call("HSET", reportsKey, "turn", turn, "turnedAtMs", string.format("%.0f", now))
end
local current, former = halves[turn], halves[1 - turn]
local room = most - redis.call("HLEN", current)
local function noted(name, value)
  local found = redis.call("HGET", current, name) or redis.call("HGET", former, name)
  if found or room <= 0 then return found end
  redis.call("HSET", current, name, value)
  room = room - 1
  return false
end
local refused, first = {}, 0
for i = 1, restCount do
  local by = noted(rest(i), reporter)
  if not by then first = first + 1 elseif by ~= reporter then refused[#refused + 1] = i - 1 end
end
if batch == "" or not noted("b" .. batch, "") then
  redis.call("HINCRBY", reportsKey, "used", first)
  redis.call("HINCRBY", reportsKey, "refused", #refused)
  redis.call("HINCRBY", reportsKey, "failOpen", failOpen)
  redis.call("HSET", reportsKey, "reportedAtMs", string.format("%.0f", now))
end
return refused
`,
  parseReply: (raw): readonly number[] => (Array.isArray(raw) ? raw.map(Number) : []),
});
