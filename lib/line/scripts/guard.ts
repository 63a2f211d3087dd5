import { LINE } from "@/lib/domain/line/rates";
import { INLET_LUA } from "./inlet";
import { UNNAMED_SEATS_LUA } from "./unnamed-seats";

/**
 * What every script that writes starts with. It notices a loss by `master_replid`, which differs
 * after every restart and promotion, and then only starts recovery: the bucket is empty, numbers
 * skip far ahead, and numbers and slots are held until that write is on disk.
 *
 * Arguments every guarded script takes:
 * `deadlineMs` line time after which it does nothing (0: none) · `callerLineMs` the caller's
 * extrapolated line time (0: unknown) · `seenNumber` highest number the caller has seen of this run ·
 * `seenVersion` highest settings version it has seen · `runId` the run that it means (0: any) ·
 * `holdMs` · `lane` the lane that `seenNumber` and the call are about · `drawn` 1 if the numbers of
 * the call are those after the draw, 0 if they are those before it (-1: either).
 *
 * Leaves in Lua: `now` (line time, ms), `line` (the fields of the hash, as text or, once changed, as
 * numbers), `number(field)`, `put(field, value)`, `flush()` which writes all changed fields at once, and
 * `stopped` (a reply to return, or nil).
 * Keeps in `shared` which Redis this is.
 * Fields of a lane carry its index (`of`), those of lane 0 none; `lane` may be set to look at
 * another one.
 */
export const GUARD_ARGUMENTS = {
  deadlineMs: "number",
  callerLineMs: "number",
  seenNumber: "number",
  seenVersion: "number",
  runId: "number",
  holdMs: "number",
  lane: "number",
  drawn: "number",
} as const;

/** Characters of four numbers, each as long as one can be that Lua holds exactly. */
export const LONGEST_SAMPLE = 4 * 17;

export const GUARD_LUA = /* lua */ `
${UNNAMED_SEATS_LUA}
local changed = {}
local line = {}
local time = redis.call("TIME")
local rawMs = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local flat = redis.call("HGETALL", lineKey)
for i = 1, #flat, 2 do line[flat[i]] = flat[i + 1] end
-- Adding takes a text as a number, in a fifth of the time of \`tonumber\`.
local function number(field) return (line[field] or 0) + 0 end
local lanes = math.max(1, number("lanes"))
local function of(field) return lane == 0 and field or field .. "." .. lane end
local function inEachLane(act)
  local asked = lane
  for k = 0, lanes - 1 do
    lane = k
    act()
  end
  lane = asked
end
-- Figures stay numbers until they are written: some change with every member of a call.
local function put(field, value)
  if line[field] == value then return end
  if type(value) == "number" and line[field] and number(field) == value then return end
  line[field] = value
  changed[field] = true
end
local function flush()
  local fields = {}
  for field in pairs(changed) do
    local value = line[field]
    if type(value) == "number" then
      local isWhole = value % 1 == 0 and math.abs(value) < 2 ^ 53
      value = string.format(isWhole and "%d" or "%.17g", value)
    end
    line[field] = value
    fields[#fields + 1] = field
    fields[#fields + 1] = value
  end
  if #fields > 0 then redis.call("HSET", lineKey, unpack(fields)) end
  changed = {}
end
local stopped = nil
local now = rawMs
if line["run"] == nil then
  stopped = { "LOST" }
else
  now = rawMs + number("correctionMs")
  shared.replid = shared.replid or string.match(redis.call("INFO", "replication"), "master_replid:(%w+)")
  local seen = runId == number("run") and seenNumber or 0
  local ahead = seen - number(of("last"))
  if line["replid"] ~= shared.replid or (ahead > 0 and ahead <= 10 * ${LINE.lossSkip}) then
    if callerLineMs > now then
      put("correctionMs", callerLineMs - rawMs)
      now = callerLineMs
    end
    put("replid", shared.replid)
    local asked = lane
    inEachLane(function()
      local base = math.max(number(of("last")), lane == asked and seen or 0)
      put(of("last"), base + ${LINE.lossSkip})
      put(of("holes"), (line[of("holes")] or "") .. string.format("%.0f:%.0f:%.0f;", base + 1, base + ${LINE.lossSkip}, base))
      put(of("history"), string.format("%.0f:%.0f:0:0;", now + holdMs, number(of("serving"))))
      put(of("laneTokens"), 0)
    end)
    -- Admissions of the lost seconds may be on the site without a seat.
    addUnnamedSeats(lostAdmissions(number("outflowPerMinute")), now + holdMs + number("seatMs"), now, number("seatMs"))
    put("tokens", 0)
    put("lateTokens", 0)
    put("tokensAtMs", now)
    put("holdUntilMs", now + holdMs)
    put("lossAtMs", now)
    put("losses", number("losses") + 1)
    flush()
    stopped = { "RECOVERING", holdMs }
  elseif now < number("holdUntilMs") then
    stopped = { "RECOVERING", number("holdUntilMs") - now }
  elseif deadlineMs > 0 and now > deadlineMs then
    stopped = { "LATE" }
  elseif runId > 0 and runId ~= number("run") then
    stopped = { "RUN", number("run") }
  elseif seenVersion > number("version") then
    stopped = { "SETTINGS", number("version") }
  elseif drawn >= 0 and drawn ~= (line["drawOpensAtMs"] and 1 or 0) then
    stopped = { "DRAWN" }
  elseif line["draw"] == "1" and not line["drawLast"] and now >= number("startAtMs") then
    -- Whoever joins from here on is a late arrival.
    put("drawLast", number("last"))
  end
end

local outflow = number("outflowPerMinute")
if line["governedOutflow"] then outflow = math.min(outflow, number("governedOutflow")) end
if line["inletOutflow"] then outflow = math.min(outflow, number("inletOutflow")) end
local rate = outflow / ${LINE.bucketSeconds}
-- The same rules as confirmMsOf and lateMsOf of lib/domain/line/rates.ts.
local confirmMs = math.max(${LINE.confirmMs}, ${LINE.confirmSlots} * ${LINE.bucketSeconds} * 1000 / math.max(1, outflow))
local lateMs = math.max(${LINE.lateMs}, 3 * confirmMs)
local depth = math.max(1, rate)
local lateDepth = math.max(1, rate * ${LINE.lateShare})

-- Which lanes receive slots, and in which proportion: the same rule as lib/domain/line/lane-shares.ts.
local function receivingWeights()
  local weight, first = {}, nil
  inEachLane(function()
    local isWaiting = number(of("live")) > 0
    weight[lane] = isWaiting and number(of("weight")) or 0
    if isWaiting and first == nil then first = lane end
  end)
  if first == nil or line["laneMode"] == "ordered" then
    for k = 0, lanes - 1 do weight[k] = k == (first or 0) and 1 or 0 end
  end
  return weight
end

-- The tokens of the lanes add up to those of the bucket.
local function shareSlots(tokens)
  local weight, allWeights, kept = receivingWeights(), 0, 0
  inEachLane(function()
    allWeights = allWeights + weight[lane]
    if weight[lane] > 0 then kept = kept + number(of("laneTokens")) end
  end)
  inEachLane(function()
    local own = weight[lane] > 0 and number(of("laneTokens")) or 0
    local new = own + (tokens - kept) * weight[lane] / allWeights
    put(of("laneTokens"), new)
  end)
end

local function mayTakeFromLane()
  if lanes == 1 then return true end
  local weight, own, may = receivingWeights(), number(of("laneTokens")), true
  if number(of("live")) == 0 then
    -- Who asks was called a while ago: behind higher classes, but never shut out by the others.
    local asked = lane
    inEachLane(function()
      if line["laneMode"] == "ordered" and lane < asked and number(of("live")) > 0 then may = false end
    end)
    return may
  end
  if weight[lane] == 0 then return false end
  if own >= 1 then return true end
  inEachLane(function()
    if weight[lane] > 0 and number(of("laneTokens")) > own then may = false end
  end)
  return may
end

${INLET_LUA}
-- A clock that goes back earns nothing; after a second without a call at most one slot is left.
local function settleBucket()
  giveGrants()
  local elapsedMs = math.max(0, now - number("tokensAtMs"))
  local tokens = math.min(depth, number("tokens") + elapsedMs / 1000 * rate)
  if elapsedMs > 1000 then tokens = math.min(1, tokens) end
  if lanes > 1 then shareSlots(tokens) end
  put("tokens", tokens)
  put("lateTokens", math.min(lateDepth, number("lateTokens") + elapsedMs / 1000 * rate * ${LINE.lateShare}))
  put("tokensAtMs", now)
end

local function phase()
  if line["status"] ~= "open" then return line["status"] end
  if line["method"] == "reject" then return "rejected" end
  if line["kind"] ~= "scheduled" then return "running" end
  if number("endAtMs") > 0 and now >= number("endAtMs") then return "ended" end
  if now < number("startAtMs") - number("preQueueMs") then return "before" end
  if now < number("startAtMs") then return "pre-queue" end
  if line["draw"] == "1" and (not line["drawOpensAtMs"] or now < number("drawOpensAtMs")) then return "drawing" end
  return "running"
end

-- The newest sample that is not younger than a moment: the serving number then, and the highest
-- number that was both handed out and near the front (0 without such a sample). Third: the serving
-- number of the oldest sample.
local function sampleAt(ms)
  local history, found = line[of("history")] or "", nil
  local first = tonumber(string.match(history, "^%d+:(%d+)") or 0)
  -- Samples are a second apart, so that what is sought stands in the last few.
  local from = #history - (math.ceil((now - ms) / 1000) + 2) * ${LONGEST_SAMPLE}
  if from > 1 then history = string.sub(history, string.find(history, ";", from, true) + 1) end
  for at, t in string.gmatch(history, "()(%d+):%d+:%d+:%d+;") do
    if tonumber(t) > ms then break end
    found = at
  end
  if found == nil then return nil, 0, first end
  local s, k, l = string.match(history, "^%d+:(%d+):(%d+):(%d+);", found)
  return tonumber(s), math.min(s + k, tonumber(l)), first
end

-- The parts of holes where nobody stands: \`from:to:mark\`, the mark being the highest number of the
-- hole that somebody has presented (a loss forgot that it was handed out).
local function eachHole()
  local nextHole = string.gmatch(line[of("holes")] or "", "%d+:(%d+):(%d+);")
  return function()
    local to, mark = nextHole()
    if to then return tonumber(mark) + 1, tonumber(to) end
  end
end

local function inHoles(a, b)
  local count = 0
  for from, to in eachHole() do
    local low = math.max(a, from)
    local high = math.min(b, to)
    if high >= low then count = count + high - low + 1 end
  end
  return count
end

-- Those of the lane who have a number, were not let in and did not leave.
local function waitingInLane()
  local ahead = number(of("last")) - number(of("serving")) - inHoles(number(of("serving")) + 1, number(of("last")))
  return math.max(0, ahead - number(of("gone"))) + number(of("live"))
end

local function waiting()
  local people = 0
  inEachLane(function() people = people + waitingInLane() end)
  return people
end

-- The bit of a number: the bits of all lanes stand in one string, number by number.
local function bitOf(n) return n * lanes + lane end
`;

/** Counting in five-second buckets of the last 15 minutes: a ring, so it never grows. */
export const FIGURES_LUA = /* lua */ `
local heldFigures
local function currentFigures()
  heldFigures = heldFigures or redis.call("HGET", figuresKey, string.format("%d", math.floor(now / 5000) % 180)) or ""
  return heldFigures
end

local function figure(joined, admitted, people)
  local bucket = math.floor(now / 5000)
  local at, j, a, w = string.match(currentFigures(), "^(%d+):(%d+):(%d+):(%d+)$")
  if tonumber(at or -1) ~= bucket then j = 0 a = 0 w = 0 end
  local text = string.format("%d:%d:%d:%d", bucket, j + joined, a + admitted, people or w)
  if text == heldFigures then return end
  redis.call("HSET", figuresKey, string.format("%d", bucket % 180), text)
  heldFigures = text
end
`;
