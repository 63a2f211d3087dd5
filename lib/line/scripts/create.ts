import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { UNNAMED_SEATS_LUA } from "./unnamed-seats";

/**
 * Makes the line of a run: the only script besides recovery that may. All keys of the event exist
 * afterwards. Numbers, serving number and spent bits start anew; the bucket, the admissions stream
 * and the figures belong to the event and stay, so that a reset cannot admit twice the outflow.
 * `lanes` is \`last:serving;\` for each lane. `skip` is 0 for a new run. For a lost one the numbers go
 * on behind `last + skip`, the gap is a hole, everything is held until that is on disk, and the cap
 * counts as full until the last visit has ended that the lost line may have begun.
 */
export const runCreate = defineScript({
  name: "stanchionCreate",
  keys: [
    "lineKey",
    "spentKey",
    "confirmedKey",
    "recentEvenKey",
    "recentOddKey",
    "journalKey",
    "admissionsKey",
    "figuresKey",
    "askingKey",
    "seatsKey",
    "unnamedSeatsKey",
    "rightsKey",
    "codesKey",
    "drawGroupsKey",
    "drawOrderKey",
  ],
  args: { runId: "number", skip: "number", holdMs: "number", lanes: "string" },
  lua: /* lua */ `
${UNNAMED_SEATS_LUA}
local held = redis.call("HMGET", lineKey, "run", "replid", "tokens", "tokensAtMs", "lateTokens", "correctionMs", "outflowPerMinute", "seatMs")
if tonumber(held[1] or 0) >= runId then return "EXISTS" end
local replid = string.match(redis.call("INFO", "replication"), "master_replid:(%w+)")
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[6] or 0)
local same = held[2] == replid
local function text(value) return string.format("%.17g", value) end
redis.call("DEL", lineKey, spentKey, confirmedKey, recentEvenKey, recentOddKey, journalKey, askingKey, rightsKey, drawGroupsKey, drawOrderKey)
local fields = {}
for i = 1, restCount do fields[i] = rest(i) end
redis.call("HSET", lineKey, unpack(fields))
redis.call("HSET", lineKey, "run", text(runId), "replid", replid, "correctionMs", held[6] or "0",
  "tokens", same and held[3] or "0", "tokensAtMs", same and held[4] or text(now), "lateTokens", "0",
  "tickAtMs", text(now), "recentTurn", "0", "recentTurnedAtMs", text(now), "joined", "0", "admitted", "0", "outside", "0", "losses", skip > 0 and "1" or "0",
  "lossAtMs", skip > 0 and text(now) or "0", "holdUntilMs", text(now + holdMs))
redis.call("HSETNX", unnamedSeatsKey, "-", "0")
if skip > 0 then
  -- Nobody knows how many are on the site: at most all whom the pace let in during one visit.
  local cap, seatMs, outflow = unpack(redis.call("HMGET", lineKey, "activeCap", "seatMs", "outflowPerMinute"))
  local most = math.max(tonumber(cap), math.ceil(outflow / 60 * (seatMs / 1000 + 1)))
  addUnnamedSeats(most, now + holdMs + seatMs, now, tonumber(seatMs))
elseif held[1] and not same then
  -- The loss may have undone an outflow that this run has again.
  local outflow, seatMs = unpack(redis.call("HMGET", lineKey, "outflowPerMinute", "seatMs"))
  local longestMs = math.max(tonumber(held[8]), tonumber(seatMs))
  addUnnamedSeats(lostAdmissions(math.max(tonumber(held[7]), tonumber(outflow))), now + longestMs, now, longestMs)
end
local count = 0
for last, serving in string.gmatch(lanes, "(%d+):(%d+);") do
  local suffix = count == 0 and "" or "." .. count
  redis.call("HSET", lineKey, "last" .. suffix, text(last + skip), "serving" .. suffix, serving,
    "live" .. suffix, "0", "allowance" .. suffix, "0",
    "holes" .. suffix, skip > 0 and string.format("%.0f:%.0f:%.0f;", last + 1, last + skip, last) or "",
    "history" .. suffix, string.format("%.0f:%.0f:0:0;", now + holdMs, serving))
  count = count + 1
end
redis.call("HSET", lineKey, "lanes", tostring(count))
redis.call("SETBIT", spentKey, 0, 1)
redis.call("SETBIT", confirmedKey, 0, 0)
redis.call("HSET", recentEvenKey, "0", "")
redis.call("HSET", recentOddKey, "0", "")
redis.call("XADD", journalKey, "*", "f", "0", "i", "", "l", "0")
if redis.call("EXISTS", admissionsKey) == 0 then
  redis.call("XADD", admissionsKey, "1-0", "r", "0")
  redis.call("XDEL", admissionsKey, "1-0")
end
redis.call("HSET", askingKey, "0", "")
redis.call("ZADD", seatsKey, "+inf", "-")
redis.call("HSET", rightsKey, "-", "")
redis.call("HSETNX", codesKey, "-", "")
redis.call("ZADD", drawGroupsKey, 0, "-")
redis.call("HSET", drawOrderKey, "-", "")
if redis.call("EXISTS", figuresKey) == 0 then redis.call("HSET", figuresKey, "0", "0:0:0:0") end
return "CREATED"
`,
  parseReply: (raw): "created" | "exists" => {
    if (raw === "CREATED") return "created";
    if (raw === "EXISTS") return "exists";
    throw new Error(`The create script answered ${String(raw)}.`);
  },
});

/** What recovery of a lost line skips and holds. */
export const RECOVERY = { skip: LINE.lossSkip, holdMs: LINE.lossHoldMs } as const;
