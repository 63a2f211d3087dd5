import { countedSeconds } from "@/lib/domain/line/check-in";
import { PROMISE_MS } from "@/lib/domain/line/promise";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { ASKING_LUA } from "./asking";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";
import { SEATS_LUA } from "./seats";

/** A process that was not heard of for this long is gone. */
const NODE_GONE_MS = 10_000;

/** Live numbers of a range, confirmed and not spent, and the lowest. Reads both bitmaps once per segment. */
const COUNT_LUA = /* lua */ `
local function bits(key, a, b)
  return redis.call("GETRANGE", key, math.floor(bitOf(a) / 8), math.floor(bitOf(b) / 8))
end
local function isSet(text, a, n)
  local byte = string.byte(text, math.floor(bitOf(n) / 8) - math.floor(bitOf(a) / 8) + 1) or 0
  return bit.band(byte, bit.lshift(1, 7 - bitOf(n) % 8)) ~= 0
end
local function countSegment(a, b)
  local confirmed, spent, count, lowest = bits(confirmedKey, a, b), bits(spentKey, a, b), 0, nil
  local first, n = math.floor(bitOf(a) / 8), a
  while n <= b do
    local at = math.floor(bitOf(n) / 8) - first + 1
    if (string.byte(confirmed, at) or 0) == 0 then
      -- Where nobody has confirmed, whole bytes are passed at once.
      local used = string.find(confirmed, "[^%z]", at)
      if not used then break end
      n = math.ceil(((first + used - 1) * 8 - lane) / lanes)
    end
    if n <= b and isSet(confirmed, a, n) and not isSet(spent, a, n) then
      count = count + 1
      lowest = lowest or n
    end
    n = n + 1
  end
  return count, lowest
end
-- Skips what of the range lies in holes, where nobody stands.
local function countLive(a, b)
  local count, lowest = 0, nil
  local function add(from, to)
    if from > to then return end
    local more, first = countSegment(from, to)
    count = count + more
    lowest = lowest or first
  end
  for from, to in eachHole() do
    if from <= to and from <= b and to >= a then
      add(a, from - 1)
      a = to + 1
    end
  end
  add(a, b)
  return count, lowest
end
`;

/** The rules of lib/domain/line/promise.ts; where nobody waits, nobody sleeps upon a promise. */
const PROMISE_LUA = /* lua */ `
local function isBusy() return number(of("serving")) < number(of("last")) or number(of("live")) > 0 end
local moving = false
inEachLane(function() moving = moving or isBusy() end)

local function promisedRate()
  local kept, since = {}, now
  for t, o in string.gmatch(moving and line["promises"] or "", "(%d+):([^;]+);") do
    if tonumber(o) >= outflow then
      since = tonumber(t)
      break
    end
    kept[#kept + 1] = { tonumber(t), tonumber(o) }
  end
  kept[#kept + 1] = { since, outflow }
  while kept[2] and now - kept[2][1] >= ${PROMISE_MS} do table.remove(kept, 1) end
  local texts = {}
  for i, one in ipairs(kept) do texts[i] = string.format("%.0f:%.17g;", one[1], one[2]) end
  put("promises", table.concat(texts))
  return kept[1][2] / ${LINE.bucketSeconds}
end
`;

/** Characters of four numbers, each as long as one can be that Lua holds exactly. */
const LONGEST_SAMPLE = 4 * 17;

const ADVANCE_LUA = /* lua */ `
${PROMISE_LUA}
local promised = stopped and rate or promisedRate()
local near = math.max(200, math.ceil(20 * promised))
local speed = 4 * math.max(promised, 20)
local open = phase() == "running" and line["paused"] ~= "1" and line["method"] ~= "random"
  and line["stock"] ~= "0"

local function holeAt(n)
  for from, to in eachHole() do
    if n >= from and n <= to then return to end
  end
  return nil
end

-- The lanes' parts of what may be under way: weighted lanes by their weights, classes from the top.
local function busyShares()
  local share, sum = {}, 0
  inEachLane(function()
    share[lane] = isBusy() and number(of("weight")) or 0
    sum = sum + share[lane]
  end)
  for k = 0, lanes - 1 do share[k] = sum > 0 and share[k] / sum or 0 end
  return share
end

-- Up to where nobody is called who could go in too far before the lowest of those under way.
local function orderedUpTo(serving, lowest)
  if not lowest then return math.huge end
  return serving + math.max(0, math.floor(${LINE.orderSeconds} * rate) - apart(lowest, serving))
end

local function advance(width, elapsedMs)
  local wanted = width > 0 and math.max(1, math.floor(width)) or 0
  local serving, last = number(of("serving")), number(of("last"))
  local gone = number(of("gone"))
  local allowance = math.min(speed, number(of("allowance")) + elapsedMs / 1000 * speed)
  local sixAgo, reach, first = sampleAt(now - confirmMs)
  local from = (sixAgo or first) + 1
  local live, lowest = countLive(from, serving)
  local _, asking = readAsking()
  for _, n in ipairs(asking) do
    if n < from then live = live + 1 end
  end
  if asking[1] and asking[1] < (lowest or math.huge) then lowest = asking[1] end
  if open and serving < last then
    local limit = math.min(last, serving + math.floor(allowance))
    local a = serving + 1
    local confirmed, spent = "", ""
    if limit >= a then confirmed, spent = bits(confirmedKey, a, limit), bits(spentKey, a, limit) end
    local upTo = orderedUpTo(serving, lowest)
    -- Where nearly all are gone, half of the width is opened all the same: else nobody would be called.
    while serving < limit and live < (serving < upTo and wanted or math.ceil(wanted / 2)) do
      local n = serving + 1
      local holeEnd = holeAt(n)
      if holeEnd then
        if now < number("lossAtMs") + ${LINE.holeGraceMs} then break end
        serving = math.min(holeEnd, last)
        break
      end
      local isSpent = isSet(spent, a, n)
      if isSpent then
        gone = math.max(0, gone - 1)
      elseif isSet(confirmed, a, n) then
        live = live + 1
        if not lowest then
          lowest = n
          upTo = orderedUpTo(n, n)
        end
      elseif n > reach then
        break
      end
      serving = n
      allowance = allowance - 1
    end
  end
  put(of("allowance"), math.max(0, allowance))
  put(of("serving"), serving)
  put(of("live"), live)
  put(of("gone"), gone)
end

local function advanceAll()
  local elapsedMs = math.min(2000, math.max(0, now - number("tickAtMs")))
  put("tickAtMs", now)
  local share, isOrdered = busyShares(), line["laneMode"] == "ordered"
  local width = math.min(seatsWithin(${LINE.lookAheadSeconds * 1000}), math.max(1, ${LINE.lookAheadSeconds} * rate))
  inEachLane(function()
    local wanted = width
    if not isOrdered then wanted = share[lane] > 0 and math.min(width, math.max(1, width * share[lane])) or 0 end
    advance(wanted, elapsedMs)
    if isOrdered then width = math.max(0, width - number(of("live"))) end
  end)
end

-- Random order: the chance of a check-in is fixed when its interval begins. Those who checked in
-- during the last one and those who joined since are expected; winners without a slot come first.
local function settleChances(share)
  local interval = math.floor(now / ${RANDOM_ORDER.intervalMs})
  if number(of("interval")) == interval then return end
  local expected = 0
  if number(of("interval")) == interval - 1 then
    expected = number(of("checkIns")) + number(of("last")) - number(of("intervalLast"))
  end
  if expected <= 0 then expected = waitingInLane() end
  local slots = rate * share * ${RANDOM_ORDER.intervalMs} / 1000
  slots = math.min(slots, seatsWithin(${RANDOM_ORDER.intervalMs}))
  local backlog = number(of("backlog")) * 0.5
  -- The same rule as winChance of lib/domain/line/random-order.ts.
  local wanted = math.max(0, slots + 2 * math.sqrt(slots) + 1 - backlog)
  local chance = wanted >= expected and 1 or wanted / expected
  if slots <= 0 then chance = 0 end
  put(of("backlog"), backlog)
  put(of("interval"), interval)
  put(of("intervalLast"), number(of("last")))
  put(of("checkIns"), 0)
  put(of("chance"), chance)
end

-- What a process counted since its last call, for each lane: check-ins, winners.
local function noteCheckIns()
  for i = 1, restCount, 3 do
    lane = tonumber(rest(i))
    if lane < lanes then
      put(of("checkIns"), number(of("checkIns")) + tonumber(rest(i + 1)))
      put(of("backlog"), number(of("backlog")) + tonumber(rest(i + 2)))
    end
  end
  lane = 0
end

local function eachNode()
  local nextNode = string.gmatch(line["nodes"] or "", "([^:;]+):(%d+):(%d+):([^;]*);")
  return function()
    local id, version, at, counts = nextNode()
    if id then return id, version, tonumber(at), counts end
  end
end

local function sampleHistory()
  local current = string.format(":%.0f:%.0f:%.0f;", number(of("serving")), near, number(of("last")))
  local newestAt, newest = string.match(string.sub(line[of("history")] or "", -${LONGEST_SAMPLE}), "(%d+)(:%d+:%d+:%d+;)$")
  if newest == current or now - tonumber(newestAt or 0) < 1000 then return end
  local keptFrom = 1
  for at, t in string.gmatch(line[of("history")] or "", "()(%d+):%d+:%d+:%d+;") do
    if tonumber(t) > now - lateMs then break end
    keptFrom = at
  end
  put(of("history"), string.sub(line[of("history")] or "", keptFrom) .. string.format("%.0f", now) .. current)
end

-- With a process that is gone its count of those who wait is lost, too.
local function noteNode()
  if nodeId == "" then return end
  local kept, isLost = {}, not line["countedSinceMs"]
  for id, version, at, counts in eachNode() do
    if id == nodeId and tonumber(version) == nodeVersion and math.abs(now - at) < 1000 then return end
    if id ~= nodeId and at > now - ${NODE_GONE_MS} then
      kept[#kept + 1] = string.format("%s:%s:%.0f:%s;", id, version, at, counts)
    elseif id ~= nodeId and string.find(counts, "[1-9]") then
      isLost = true
    end
  end
  kept[#kept + 1] = string.format("%s:%.0f:%.0f:%s;", nodeId, nodeVersion, now, counted)
  put("nodes", table.concat(kept))
  if isLost then put("countedSinceMs", now) end
end

-- How many wait in the lane: who has a number and, once everybody must have checked in, has done so
-- in time. At least those who are called and there.
local function presentInLane()
  local numbered, sum, nodes = waitingInLane(), 0, 0
  local interval = line["method"] == "random" and ${1_000 * countedSeconds(RANDOM_ORDER.intervalMs / 1_000)} or ${1_000 * countedSeconds(null)}
  if not line["countedSinceMs"] or now - number("countedSinceMs") < interval then return numbered end
  for _, _, at, counts in eachNode() do
    if at <= now - ${NODE_GONE_MS} then return numbered end
    local index = 0
    for count in string.gmatch(counts, "-?%d+") do
      if index == lane then sum = sum + tonumber(count) end
      index = index + 1
    end
    nodes = nodes + 1
  end
  if nodes == 0 then return numbered end
  return math.min(numbered, math.max(sum, number(of("live"))))
end

local function present()
  local people = 0
  inEachLane(function() people = people + presentInLane() end)
  return people
end

local function forgetOld()
  local keptMs = number("validitySeconds") * 1000 + ${LINE.renewMs}
  local old = redis.call("ZRANGEBYSCORE", recentAtKey, 0, now - keptMs, "LIMIT", 0, 200)
  for _, n in ipairs(old) do
    redis.call("HDEL", recentKey, n)
    redis.call("ZREM", recentAtKey, n)
  end
end

local function measured()
  local current, admitted, fields = math.floor(now / 5000), 0, {}
  for back = 0, 11 do fields[back + 1] = string.format("%.0f", (current - back) % 180) end
  for index, figures in ipairs(redis.call("HMGET", figuresKey, unpack(fields))) do
    local at, a = string.match(figures or "", "^(%d+):%d+:(%d+):")
    if tonumber(at or -1) == current - index + 1 then admitted = admitted + a end
  end
  return admitted
end
`;

/**
 * Moves the serving number, and is safe to call by anybody at any time: the step follows from the
 * elapsed line time (at most 2 s of it) and the stored state. Opens until the window holds four
 * seconds of slots, those counted who asked and found none, and not beyond ten seconds of numbers from
 * the lowest of them while half of that are called, and never faster than was published to anybody who
 * may still sleep upon it; passes an unconfirmed number only after it was near the front for six seconds;
 * crosses a hole when those who might stand in it have had time to check in. Members follow as
 * triples of what the caller counted since its last call: lane, check-ins, winners.
 */
export const runTick = defineScript({
  name: "stanchionTick",
  keys: [
    "lineKey",
    "spentKey",
    "confirmedKey",
    "recentKey",
    "recentAtKey",
    "figuresKey",
    "askingKey",
    "seatsKey",
    "unnamedSeatsKey",
  ],
  args: { ...GUARD_ARGUMENTS, nodeId: "string", nodeVersion: "number", counted: "string" },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
${SEATS_LUA}
${ASKING_LUA}
${COUNT_LUA}
${ADVANCE_LUA}
local function state(status)
  local reply = { status, string.format("%.0f", now), line["run"], line["version"], line["losses"] or "0",
    string.format("%.0f", measured()), line["joined"] or "0", line["admitted"] or "0", line["outside"] or "0",
    line["holdUntilMs"] or "0", string.format("%.0f", math.max(0, seatsTaken)), string.format("%.17g", outflow),
    line["stock"] or "", line["grants"] or "", line["drawOpensAtMs"] or "0", line["drawFreeze"] or "" }
  inEachLane(function()
    reply[#reply + 1] = { string.format("%.0f", number(of("last"))), string.format("%.0f", number(of("serving"))),
      line[of("holes")] or "", string.format("%.0f", waitingInLane()),
      line[of("interval")] or "0", line[of("chance")] or "0", string.format("%.0f", presentInLane()) }
  end)
  return reply
end
if stopped then
  if stopped[1] == "LOST" then return stopped end
  noteNode()
  flush()
  return state(stopped[1])
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
flush()
forgetOld()
if moving then figure(0, 0, present()) end
return state("OK")
`,
  parseReply: parseTickReply,
});

/** One lane as one call saw it. */
export type LaneState = {
  readonly lastNumber: number;
  readonly servingNumber: number;
  /** Inclusive ranges of numbers that nobody holds. */
  readonly holes: readonly (readonly [number, number])[];
  /** Who has a number, was not let in and did not leave. */
  readonly waiting: number;
  /** Those of them who are still there, as far as check-ins tell. */
  readonly present: number;
  /** Random order: the chance of each check-in of one interval. */
  readonly draw: { readonly interval: number; readonly chance: number };
};

/** The line as one call saw it. Numbers are integers, times are line time in milliseconds. */
export type LineState = {
  readonly lineTimeMs: number;
  readonly runId: number;
  readonly settingsVersion: number;
  readonly losses: number;
  readonly admittedLastMinute: number;
  readonly joined: number;
  readonly admitted: number;
  readonly admittedOutsideCap: number;
  readonly holdUntilMs: number;
  readonly seatsTaken: number;
  /** Visitors per minute that are let in now: the set outflow, or what the governor leaves of it. */
  readonly outflowPerMinute: number;
  /** What is left to give away; null where nothing is counted. */
  readonly stock: number | null;
  readonly grants: number | null;
  /** When those who were drawn are called; 0 before the draw and without one. */
  readonly drawOpensAtMs: number;
  /** The signed count of the draw's members; empty before it. */
  readonly drawFreeze: string;
  /** In all lanes. */
  readonly waiting: number;
  readonly present: number;
  /** At least one. */
  readonly lanes: readonly [LaneState, ...LaneState[]];
};

export type TickReply =
  | { readonly status: "LOST" }
  | {
      readonly status: Exclude<GuardedStatus, "LOST">;
      readonly state: LineState;
    };

/** How many values stand before the lanes. */
const PLAIN_VALUES = 15;

function parseTickReply(raw: unknown): TickReply {
  const reply = parseGuardedReply(raw);
  if (reply.status === "LOST") return { status: "LOST" };
  const integer = (index: number) => Number(reply.values[index] ?? 0);
  const count = (index: number) =>
    String(reply.values[index] ?? "") === "" ? null : integer(index);
  const [first, ...others] = reply.values.slice(PLAIN_VALUES).map(parseLane);
  if (first === undefined) throw new Error("The tick script answered without a lane.");
  return {
    status: reply.status,
    state: {
      lineTimeMs: integer(0),
      runId: integer(1),
      settingsVersion: integer(2),
      losses: integer(3),
      admittedLastMinute: integer(4),
      joined: integer(5),
      admitted: integer(6),
      admittedOutsideCap: integer(7),
      holdUntilMs: integer(8),
      seatsTaken: integer(9),
      outflowPerMinute: integer(10),
      stock: count(11),
      grants: count(12),
      drawOpensAtMs: integer(13),
      drawFreeze: String(reply.values[14] ?? ""),
      waiting: [first, ...others].reduce((sum, lane) => sum + lane.waiting, 0),
      present: [first, ...others].reduce((sum, lane) => sum + lane.present, 0),
      lanes: [first, ...others],
    },
  };
}

function parseLane(raw: unknown): LaneState {
  const values: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const [lastNumber = 0, servingNumber = 0, , waiting = 0, interval = 0, chance = 0, present = 0] =
    values.map(Number);
  const holes = parseHoles(String(values[2] ?? ""));
  return { lastNumber, servingNumber, holes, waiting, present, draw: { interval, chance } };
}

/** Reads `from:to:mark;…`: what lies above the mark is empty. */
function parseHoles(text: string): [number, number][] {
  return [...text.matchAll(/\d+:(\d+):(\d+);/g)]
    .map(([, to, mark]): [number, number] => [Number(mark) + 1, Number(to)])
    .filter(([from, to]) => from <= to);
}
