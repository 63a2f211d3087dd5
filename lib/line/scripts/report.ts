import { defineScript } from "../define-script";
import { RECENT_HALVES_LUA } from "./recent";

/**
 * Writes admissions back that a loss of Redis may have undone: the spent bit and the record, never a
 * slot. Records that are as new or newer are left alone. Members follow as sixes: number, lane, admitted at (line
 * time, ms), renewals, claim (hex), queue id.
 */
export const runReport = defineScript({
  name: "stanchionReport",
  keys: ["lineKey", "spentKey", "recentEvenKey", "recentOddKey"],
  args: { runId: "number" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "lanes", "recentTurn")
if tonumber(held[1] or 0) ~= runId then return 0 end
${RECENT_HALVES_LUA}
local current, former = recentHalves(tonumber(held[3] or 0))
local written = 0
local lanes = math.max(1, tonumber(held[2] or 1))
for i = 1, restCount, 6 do
  local id, at = string.format("%.0f", tonumber(rest(i)) * lanes + tonumber(rest(i + 1))), rest(i + 2)
  if redis.call("SETBIT", spentKey, id, 1) == 0 then written = written + 1 end
  local heldAt, heldFirst = string.match(
    redis.call("HGET", current, id) or redis.call("HGET", former, id) or "", "^(%d+):(%d+):")
  if tonumber(heldAt or 0) < tonumber(at) then
    redis.call("HSET", current, id, at .. ":" .. (heldFirst or at) .. ":" .. rest(i + 3) .. ":" .. rest(i + 4) .. ":" .. rest(i + 5))
  end
end
return written
`,
  parseReply: Number,
});

/**
 * Sets the spent bits of numbers that Postgres knows as admitted, after a line was lost whole.
 * Members follow as pairs: number, lane.
 */
export const runRestoreSpent = defineScript({
  name: "stanchionRestoreSpent",
  keys: ["lineKey", "spentKey"],
  args: { runId: "number" },
  lua: /* lua */ `
if tonumber(redis.call("HGET", lineKey, "run") or 0) ~= runId then return 0 end
local lanes = math.max(1, tonumber(redis.call("HGET", lineKey, "lanes") or 1))
for i = 1, restCount, 2 do
  redis.call("SETBIT", spentKey, string.format("%.0f", tonumber(rest(i)) * lanes + tonumber(rest(i + 1))), 1)
end
return restCount / 2
`,
  parseReply: Number,
});

/** Counts an admission that takes no slot (a staff link) and puts it on the stream. */
export const runOutside = defineScript({
  name: "stanchionOutside",
  keys: ["lineKey", "admissionsKey"],
  args: { runId: "number", queueId: "string", redirectType: "string", staffLinkId: "string" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "correctionMs")
if tonumber(held[1] or 0) ~= runId then return 0 end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[2] or 0)
local n = redis.call("HINCRBY", lineKey, "outside", 1)
redis.call("XADD", admissionsKey, "MAXLEN", "~", 5000000, "*", "r", held[1], "v", "0", "t", redirectType,
  "a", string.format("%.0f", now), "m", n .. ":0:" .. queueId .. ";", "l", staffLinkId)
return string.format("%.0f", now)
`,
  parseReply: Number,
});
