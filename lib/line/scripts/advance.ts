import { PROMISE_MS } from "@/lib/domain/line/promise";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { LINE } from "@/lib/domain/line/rates";

/** Live numbers of a range, confirmed and not spent, and the lowest. Reads both bitmaps once per segment. */
const COUNT_LUA = /* lua */ `
local MASKS = { [0] = 128, 64, 32, 16, 8, 4, 2, 1 }
local function bits(key, a, b)
  return redis.call("GETRANGE", key, math.floor(bitOf(a) / 8), math.floor(bitOf(b) / 8))
end
-- The first number that does not stand before a byte of the bitmaps.
local function firstOf(byte) return math.ceil((byte * 8 - lane) / lanes) end

local function countSegment(a, b)
  local confirmed, spent, count, lowest = bits(confirmedKey, a, b), bits(spentKey, a, b), 0, nil
  local first, n = math.floor(bitOf(a) / 8), a
  while n <= b do
    local position = bitOf(n)
    local at = math.floor(position / 8) - first + 1
    local here, gone = string.byte(confirmed, at) or 0, string.byte(spent, at) or 0
    -- Where nobody has confirmed or all who did are in, whole bytes are passed at once.
    if here == 0 then
      local used = string.find(confirmed, "[^%z]", at)
      if not used then break end
      n = firstOf(first + used - 1)
    elseif here == gone then
      n = firstOf(first + at)
    else
      local mask = MASKS[position % 8]
      if here % (2 * mask) >= mask and gone % (2 * mask) < mask then
        count = count + 1
        lowest = lowest or n
      end
      n = n + 1
    end
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
  local only = string.match(line["promises"] or "", "^%d+:([^;]+);$")
  if tonumber(only) == outflow then return rate end
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

/** Leaves `isBusy`, `moving`, `busyShares`, `near`, `advanceAll` and `settleChances` in Lua. */
export const ADVANCE_LUA = /* lua */ `
${COUNT_LUA}
${PROMISE_LUA}
local promised = stopped and rate or promisedRate()
local near = math.max(200, math.ceil(20 * promised))
local speed = 4 * math.max(promised, 20)
local open = phase() == "running" and line["paused"] ~= "1" and line["method"] ~= "random"
  and line["stock"] ~= "0"

-- The first hole that ends at a number or behind it.
local function holeFrom(n)
  for from, to in eachHole() do
    if from <= to and to >= n then return from, to end
  end
  return math.huge, math.huge
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
    local a, confirmed, spent = serving + 1, nil, nil
    local start, hole, holeEnd = math.floor(bitOf(a) / 8), holeFrom(a)
    local upTo = orderedUpTo(serving, lowest)
    -- Where nearly all are gone, half of the width is opened all the same: else nobody would be called.
    while serving < limit and live < (serving < upTo and wanted or math.ceil(wanted / 2)) do
      if not confirmed then confirmed, spent = bits(confirmedKey, a, limit), bits(spentKey, a, limit) end
      local n = serving + 1
      if n >= hole then
        if now >= number("lossAtMs") + ${LINE.holeGraceMs} then serving = math.min(holeEnd, last) end
        break
      end
      local position = bitOf(n)
      local at, mask = math.floor(position / 8) - start + 1, MASKS[position % 8]
      local here, used = string.byte(confirmed, at) or 0, string.byte(spent, at) or 0
      if used % (2 * mask) >= mask then
        gone = math.max(0, gone - 1)
      elseif here % (2 * mask) >= mask then
        live = live + 1
        if not lowest then
          lowest = n
          upTo = orderedUpTo(n, n)
        end
      elseif n > reach then
        break
      elseif here == 0 and used == 0 then
        -- Those of whom nobody is there are passed at once, up to where another rule may hold.
        local stop = math.min(limit, reach, hole - 1, serving < upTo and upTo or math.huge)
        local nextUsed = math.min(string.find(confirmed, "[^%z]", at) or math.huge, string.find(spent, "[^%z]", at) or math.huge)
        n = math.max(n, math.min(stop, firstOf(start + nextUsed - 1) - 1))
      end
      allowance = allowance - (n - serving)
      serving = n
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
`;
