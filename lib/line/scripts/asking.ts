import { LINE } from "@/lib/domain/line/rates";

/** Those who are remembered in a lane: the lowest numbers, so that the work of a call stays bounded. */
const REMEMBERED = 256;

/**
 * Who asked in time and found no slot: for each lane `number:until;…`, lowest first, `until` being the
 * line time to which they are waited for. They stay in the window and keep their turn however long it
 * takes, as long as they ask again when they were told to.
 */
export const ASKING_LUA = /* lua */ `
-- Answers until when each is waited for, by number, and the numbers, lowest first.
local function readAsking()
  local awaited, order = {}, {}
  for n, untilMs in string.gmatch(redis.call("HGET", askingKey, lane) or "", "(%d+):(%d+);") do
    if tonumber(untilMs) > now then
      order[#order + 1] = tonumber(n)
      awaited[tonumber(n)] = tonumber(untilMs)
    end
  end
  return awaited, order
end

local function keepAsking(awaited)
  local order, parts = {}, {}
  for n in pairs(awaited) do order[#order + 1] = n end
  table.sort(order)
  for i = 1, math.min(#order, ${REMEMBERED}) do
    parts[i] = string.format("%.0f:%.0f;", order[i], awaited[order[i]])
  end
  redis.call("HSET", askingKey, lane, table.concat(parts))
end

-- How many numbers lie between two, without those that nobody holds.
local function apart(low, high) return high - low - inHoles(low, high) end
`;

/**
 * How long somebody who found no slot is waited for: for half a second beyond the moment for which they
 * were told, and long enough for a browser that was sent away to come back.
 */
export const AWAITED = { graceMs: 500, leastMs: 1_500 } as const;

/**
 * When whoever found no slot shall ask again. Those in time are told when it is their turn behind all
 * who are waited for, and soon enough to notice that the pace has risen; late ones one after the other,
 * as their share comes in.
 */
export const UNTIL_SLOT_LUA = /* lua */ `
local function untilSlotMs(before)
  local polledMs = math.min(${LINE.askAgainMs}, 500 * (1 + before))
  if line["grants"] and number("grants") < 1 + before then return polledMs end
  if not hasSeats(1 + before) then return math.min(polledMs, untilSeatMs()) end
  local missing = 1 + before - number("tokens")
  -- There is a slot, but it belongs to another lane or behind somebody who is on the way.
  if missing <= 0 then return math.max(100, 1000 / rate) end
  return missing / rate * 1000
end

local lateRefused = 0
local function untilLateSlotMs()
  -- The share is there, and only the bucket is empty.
  if number("lateTokens") >= 1 + lateRefused then
    lateRefused = lateRefused + 1
    return untilSlotMs(lateRefused - 1)
  end
  local dueMs = math.max(now, number("lateDueMs")) + 1000 / (rate * ${LINE.lateShare})
  put("lateDueMs", math.min(dueMs, now + ${LINE.lateAskAgainMs}))
  return math.min(${LINE.lateAskAgainMs}, math.max(dueMs - now, untilSlotMs(0)))
end
`;
