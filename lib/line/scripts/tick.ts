import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { parseGuardedReply } from "./reply";

/** Live numbers of a range: confirmed and not spent. Reads both bitmaps once per segment. */
const COUNT_LUA = /* lua */ `
local function bits(key, a, b)
  return redis.call("GETRANGE", key, math.floor(a / 8), math.floor(b / 8))
end
local function isSet(text, a, n)
  local byte = string.byte(text, math.floor(n / 8) - math.floor(a / 8) + 1) or 0
  return bit.band(byte, bit.lshift(1, 7 - n % 8)) ~= 0
end
local function countSegment(a, b)
  local confirmed, spent, count = bits(confirmedKey, a, b), bits(spentKey, a, b), 0
  for n = a, b do
    if isSet(confirmed, a, n) and not isSet(spent, a, n) then count = count + 1 end
  end
  return count
end
-- Skips what of the range lies in holes, where nobody stands.
local function countLive(a, b)
  local count = 0
  for from, to in eachHole() do
    if from <= to and from <= b and to >= a then
      if from > a then count = count + countSegment(a, from - 1) end
      a = to + 1
    end
  end
  if a <= b then count = count + countSegment(a, b) end
  return count
end
`;

const ADVANCE_LUA = /* lua */ `
local near = math.max(200, math.ceil(20 * rate))
local speed = 4 * math.max(rate, 20)
local open = phase() == "running" and line["paused"] ~= "1"

local function holeAt(n)
  for from, to in eachHole() do
    if n >= from and n <= to then return to end
  end
  return nil
end

local function advance()
  local serving, last = number("serving"), number("last")
  local elapsedMs = math.min(2000, math.max(0, now - number("tickAtMs")))
  local allowance = math.min(speed, number("allowance") + elapsedMs / 1000 * speed)
  put("tickAtMs", now)
  local sixAgo, reach, first = sampleAt(now - ${LINE.confirmMs})
  local live = 0
  local from = (sixAgo or first) + 1
  if from <= serving then live = countLive(from, serving) end
  local before = serving
  if open and serving < last then
    local limit = math.min(last, serving + math.floor(allowance))
    local wanted = math.max(1, ${LINE.lookAheadSeconds} * rate)
    local a = serving + 1
    local confirmed, spent = "", ""
    if limit >= a then confirmed, spent = bits(confirmedKey, a, limit), bits(spentKey, a, limit) end
    while serving < limit and live < wanted do
      local n = serving + 1
      local holeEnd = holeAt(n)
      if holeEnd then
        if now < number("lossAtMs") + ${LINE.holeGraceMs} then break end
        serving = math.min(holeEnd, last)
        break
      end
      if isSet(confirmed, a, n) then
        if not isSet(spent, a, n) then live = live + 1 end
      elseif n > reach and not isSet(spent, a, n) then
        break
      end
      serving = n
      allowance = allowance - 1
    end
  end
  put("allowance", math.max(0, allowance))
  put("serving", serving)
  put("live", live)
end

local function sampleHistory()
  local current = string.format(":%.0f:%.0f:%.0f;", number("serving"), near, number("last"))
  local newestAt, newest = string.match(line["history"] or "", "(%d+)(:%d+:%d+:%d+;)$")
  if newest == current or now - tonumber(newestAt or 0) < 1000 then return end
  local kept, older = {}, nil
  for t, sample in string.gmatch(line["history"] or "", "(%d+)(:%d+:%d+:%d+;)") do
    if tonumber(t) <= now - ${LINE.lateMs} then older = t .. sample else kept[#kept + 1] = t .. sample end
  end
  kept[#kept + 1] = string.format("%.0f", now) .. current
  put("history", (older or "") .. table.concat(kept))
end

local function noteNode()
  if nodeId == "" then return end
  local kept = {}
  for id, version, at in string.gmatch(line["nodes"] or "", "([^:;]+):(%d+):(%d+);") do
    if id == nodeId and tonumber(version) == nodeVersion and math.abs(now - tonumber(at)) < 1000 then return end
    if id ~= nodeId and tonumber(at) > now - 10000 then kept[#kept + 1] = id .. ":" .. version .. ":" .. at .. ";" end
  end
  kept[#kept + 1] = nodeId .. ":" .. string.format("%.0f:%.0f;", nodeVersion, now)
  put("nodes", table.concat(kept))
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
  local current, admitted = math.floor(now / 5000), 0
  for back = 0, 11 do
    local at, a = string.match(redis.call("HGET", figuresKey, string.format("%.0f", (current - back) % 180)) or "", "^(%d+):%d+:(%d+):")
    if tonumber(at or -1) == current - back then admitted = admitted + a end
  end
  return admitted
end
`;

/**
 * Moves the serving number, and is safe to call by anybody at any time: the step follows from the
 * elapsed line time (at most 2 s of it) and the stored state. Opens until the window holds four
 * seconds of slots; passes an unconfirmed number only after it was near the front for six seconds;
 * crosses a hole when those who might stand in it have had time to check in.
 */
export const runTick = defineScript({
  name: "stanchionTick",
  keys: ["lineKey", "spentKey", "confirmedKey", "recentKey", "recentAtKey", "figuresKey"],
  args: { ...GUARD_ARGUMENTS, nodeId: "string", nodeVersion: "number" },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
${COUNT_LUA}
${ADVANCE_LUA}
local function state(status)
  return { status, string.format("%.0f", now), line["run"], line["version"], line["last"], line["serving"],
    line["holes"] or "", line["losses"] or "0", string.format("%.0f", measured()),
    string.format("%.0f", math.max(0, waiting())), line["joined"] or "0", line["admitted"] or "0", line["outside"] or "0",
    line["holdUntilMs"] or "0" }
end
if stopped then
  if stopped[1] == "LOST" then return stopped end
  noteNode()
  flush()
  return state(stopped[1])
end
local moving = number("serving") < number("last") or number("live") > 0
if moving then
  settleBucket()
  advance()
end
sampleHistory()
noteNode()
flush()
forgetOld()
if moving then figure(0, 0, math.max(0, waiting())) end
return state("OK")
`,
  parseReply: parseTickReply,
});

/** The line as one call saw it. Numbers are integers, times are line time in milliseconds. */
export type LineState = {
  readonly lineTimeMs: number;
  readonly runId: number;
  readonly settingsVersion: number;
  readonly lastNumber: number;
  readonly servingNumber: number;
  /** Inclusive ranges of numbers that nobody holds. */
  readonly holes: readonly (readonly [number, number])[];
  readonly losses: number;
  readonly admittedLastMinute: number;
  readonly waiting: number;
  readonly joined: number;
  readonly admitted: number;
  readonly admittedOutsideCap: number;
  readonly holdUntilMs: number;
};

export type TickReply =
  | { readonly status: "LOST" }
  | {
      readonly status: "OK" | "RECOVERING" | "LATE" | "RUN" | "SETTINGS";
      readonly state: LineState;
    };

function parseTickReply(raw: unknown): TickReply {
  const reply = parseGuardedReply(raw);
  if (reply.status === "LOST") return { status: "LOST" };
  const integer = (index: number) => Number(reply.values[index] ?? 0);
  return {
    status: reply.status,
    state: {
      lineTimeMs: integer(0),
      runId: integer(1),
      settingsVersion: integer(2),
      lastNumber: integer(3),
      servingNumber: integer(4),
      holes: parseHoles(String(reply.values[5] ?? "")),
      losses: integer(6),
      admittedLastMinute: integer(7),
      waiting: integer(8),
      joined: integer(9),
      admitted: integer(10),
      admittedOutsideCap: integer(11),
      holdUntilMs: integer(12),
    },
  };
}

/** Reads `from:to:mark;…`: what lies above the mark is empty. */
function parseHoles(text: string): [number, number][] {
  return [...text.matchAll(/\d+:(\d+):(\d+);/g)]
    .map(([, to, mark]): [number, number] => [Number(mark) + 1, Number(to)])
    .filter(([from, to]) => from <= to);
}
