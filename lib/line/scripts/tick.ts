import { LINE } from "@/lib/domain/line/rates";
import { defineManyScript } from "../define-script";
import { ADVANCE_LUA } from "./advance";
import { ASKING_LUA } from "./asking";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA, LONGEST_SAMPLE } from "./guard";
import { parseTickReply } from "./line-state";
import { PRESENT_LUA } from "./present";
import { RECENT_HALVES_LUA } from "./recent";
import { SEATS_LUA } from "./seats";

/** Characters that hold the last two samples of the history. */
const LAST_TWO = 2 * LONGEST_SAMPLE;

/** What the line remembers of its past. */
const KEPT_LUA = /* lua */ `
${RECENT_HALVES_LUA}
-- What a process counted since its last call, for each lane: check-ins, winners.
local function noteCheckIns()
  for inLane, count, winners in string.gmatch(drawnInLanes, "(%d+):(%d+):(%d+);") do
    lane = tonumber(inLane)
    if lane < lanes then
      put(of("checkIns"), number(of("checkIns")) + count)
      put(of("backlog"), number(of("backlog")) + winners)
    end
  end
  lane = 0
end

local function sampleHistory()
  local history = line[of("history")] or ""
  local current = string.format(":%d:%d:%d;", number(of("serving")), near, number(of("last")))
  if string.sub(history, -#current) == current then return end
  local newestAt = string.match(string.sub(history, -${LAST_TWO}), "^.*;(%d+):") or string.match(history, "^(%d+):") or 0
  if now - newestAt < 1000 then return end
  local keptFrom = 1
  for at, t in string.gmatch(history, "()(%d+):%d+:%d+:%d+;") do
    if tonumber(t) > now - lateMs then break end
    keptFrom = at
  end
  put(of("history"), string.sub(history, keptFrom) .. string.format("%d", now) .. current)
end

-- Admissions are kept for as long as they can be renewed, and until the other half is as old.
local function forgetOld()
  local keptMs = number("validitySeconds") * 1000 + ${LINE.renewMs}
  if now - number("recentTurnedAtMs") < keptMs then return end
  put("recentTurn", 1 - number("recentTurn"))
  put("recentTurnedAtMs", now)
  local current = recentHalves(number("recentTurn"))
  redis.call("UNLINK", current)
  redis.call("HSET", current, "0", "")
end

-- Slots of the last minute. The buckets that are over are read once in each.
local measured = 0
local function measure()
  local current = math.floor(now / 5000)
  local bucket, before = string.match(line["measured"] or "", "^(%d+):(%d+)$")
  if tonumber(bucket) ~= current then
    local fields = {}
    for back = 1, 11 do fields[back] = string.format("%d", (current - back) % 180) end
    before = 0
    for back, figures in ipairs(redis.call("HMGET", figuresKey, unpack(fields))) do
      local at, a = string.match(figures or "", "^(%d+):%d+:(%d+):")
      if tonumber(at) == current - back then before = before + a end
    end
    put("measured", string.format("%d:%d", current, before))
  end
  local at, a = string.match(currentFigures(), "^(%d+):%d+:(%d+):")
  measured = before + (tonumber(at) == current and a or 0)
end
`;

/**
 * Moves the serving number, and is safe to call by anybody at any time: the step follows from the
 * elapsed line time (at most 2 s of it) and the stored state. Opens until the window holds four
 * seconds of slots, those counted who asked and found none, and not beyond ten seconds of numbers from
 * the lowest of them while half of that are called, and never faster than was published to anybody who
 * may still sleep upon it; passes an unconfirmed number only after it was near the front for six seconds;
 * crosses a hole when those who might stand in it have had time to check in. `drawnInLanes` is what the
 * caller counted since its last call: `lane:check-ins:winners;` of each lane.
 */
export const runTicks = defineManyScript({
  name: "stanchionTicks",
  keys: [
    "lineKey",
    "spentKey",
    "confirmedKey",
    "recentEvenKey",
    "recentOddKey",
    "figuresKey",
    "askingKey",
    "seatsKey",
    "unnamedSeatsKey",
  ],
  args: {
    ...GUARD_ARGUMENTS,
    nodeId: "string",
    nodeVersion: "number",
    counted: "string",
    drawnInLanes: "string",
  },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
${SEATS_LUA}
${ASKING_LUA}
${ADVANCE_LUA}
${PRESENT_LUA}
${KEPT_LUA}
-- One text for each kind: a list of many short ones costs the driver more than reading them.
local function state(status, numbered, present)
  local plain = string.format("%d,%s,%s,%s,%d,%s,%s,%s,%s,%d,%.17g,%s,%s,%s", now, line["run"], line["version"],
    line["losses"] or "0", measured, line["joined"] or "0", line["admitted"] or "0", line["outside"] or "0",
    line["holdUntilMs"] or "0", math.max(0, seatsTaken), outflow, line["stock"] or "", line["grants"] or "",
    line["drawOpensAtMs"] or "0")
  local each = {}
  inEachLane(function()
    each[lane + 1] = string.format("%s,%s,%s,%d,%s,%s,%d", line[of("last")] or "0", line[of("serving")] or "0",
      line[of("holes")] or "", numbered[lane], line[of("interval")] or "0", line[of("chance")] or "0", present[lane])
  end)
  return { status, plain, table.concat(each, "|"), line["drawFreeze"] or "" }
end
if stopped then
  if stopped[1] == "LOST" then return stopped end
  noteNode()
  measure()
  flush()
  return state(stopped[1], countPeople())
end
noteCheckIns()
if moving then
  settleBucket()
  advanceAll()
end
if line["method"] == "random" then
  local share = busyShares()
  inEachLane(function() settleChances(isBusy() and share[lane] or 1) end)
end
inEachLane(sampleHistory)
noteNode()
measure()
forgetOld()
flush()
local numbered, present, people = countPeople()
if moving then figure(0, 0, people) end
return state("OK", numbered, present)
`,
  parseReply: parseTickReply,
});
