import { defineScript } from "../define-script";

/**
 * Writes admissions back that a loss of Redis may have undone: the spent bit and the record, never a
 * slot. Records that exist are left alone. Members follow as fives: number, admitted at (line time,
 * ms), renewals, claim (hex), queue id.
 */
export const runReport = defineScript({
  name: "stanchionReport",
  keys: ["lineKey", "spentKey", "recentKey", "recentAtKey"],
  args: { runId: "number" },
  lua: /* lua */ `
if tonumber(redis.call("HGET", lineKey, "run") or 0) ~= runId then return 0 end
local written = 0
for i = 1, restCount, 5 do
  local n, at = rest(i), rest(i + 1)
  if redis.call("SETBIT", spentKey, n, 1) == 0 then written = written + 1 end
  if redis.call("HSETNX", recentKey, n, at .. ":" .. at .. ":" .. rest(i + 2) .. ":" .. rest(i + 3) .. ":" .. rest(i + 4)) == 1 then
    redis.call("ZADD", recentAtKey, at, n)
  end
end
return written
`,
  parseReply: Number,
});

/** Sets the spent bits of numbers that Postgres knows as admitted, after a line was lost whole. */
export const runRestoreSpent = defineScript({
  name: "stanchionRestoreSpent",
  keys: ["lineKey", "spentKey"],
  args: { runId: "number" },
  lua: /* lua */ `
if tonumber(redis.call("HGET", lineKey, "run") or 0) ~= runId then return 0 end
for i = 1, restCount do redis.call("SETBIT", spentKey, rest(i), 1) end
return restCount
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
redis.call("XADD", admissionsKey, "MAXLEN", "~", 5000000, "*", "r", held[1], "n", n, "q", queueId, "t", redirectType,
  "w", "0", "a", string.format("%.0f", now), "l", staffLinkId)
return string.format("%.0f", now)
`,
  parseReply: Number,
});
