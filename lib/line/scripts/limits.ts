import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";

/** What limits the slots besides the settings; an empty value means that nothing is counted. */
export type Limit = "governedOutflow" | "stock" | "grants";

/**
 * Sets or changes one limit: `set` replaces it (an empty text takes it away), `add` adds to what is
 * left up to `most` (0: no ceiling). The bucket is settled at the pace so far first, so that a new
 * pace follows at once and nothing is caught up. Answers what is in force, or null without a line.
 */
export const runLimit = defineScript({
  name: "stanchionLimit",
  keys: ["lineKey"],
  args: { field: "string", mode: "string", value: "string", most: "number" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "outflowPerMinute", "governedOutflow", "tokens", "tokensAtMs", "correctionMs", "inletOutflow", field)
if not held[1] then return nil end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[6] or 0)
local oldRate = math.min(tonumber(held[2]), tonumber(held[3] or held[2]), tonumber(held[7] or held[2])) / ${LINE.bucketSeconds}
local elapsedMs = math.max(0, now - tonumber(held[5]))
local tokens = math.min(math.max(1, oldRate), tonumber(held[4]) + elapsedMs / 1000 * oldRate)
if elapsedMs > 1000 then tokens = math.min(1, tokens) end
redis.call("HSET", lineKey, "tokens", string.format("%.17g", tokens), "tokensAtMs", string.format("%.17g", now))
if value == "" then
  redis.call("HDEL", lineKey, field)
  return ""
end
local new = tonumber(value)
if mode == "add" then
  new = tonumber(held[8] or 0) + new
  if most > 0 then new = math.min(most, new) end
end
local text = string.format("%.17g", math.max(0, new))
redis.call("HSET", lineKey, field, text)
return text
`,
  parseReply: (raw): number | null => (typeof raw === "string" && raw !== "" ? Number(raw) : null),
});
