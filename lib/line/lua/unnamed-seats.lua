-- Seats of visitors whom the line does not know by name: those who were let in while there was no active
-- cap, and those whom a loss may have forgotten.
-- NEEDS
-- LEAVES addUnnamedSeats lostAdmissions countUnnamedSeats

-- The hash holds a count by the line time at which they end, rounded up to a part of the visit (at least a
-- second), so that it stays small whatever the outflow.
local function addUnnamedSeats(key, count, untilMs, now, seatMs)
  local partMs = math.max(1000, math.ceil(seatMs / SEATS.parts))
  local field = string.format("%.0f", math.ceil(untilMs / partMs) * partMs)
  if redis.call("HINCRBY", key, field, string.format("%.0f", count)) > count then return end
  for _, endMs in ipairs(redis.call("HKEYS", key)) do
    if (tonumber(endMs) or now + 1) <= now then redis.call("HDEL", key, endMs) end
  end
end

-- The most that may have been let in during the seconds that a loss may undo: a full bucket, and its pace.
local function lostAdmissions(outflowPerMinute)
  local rate = outflowPerMinute / LINE.bucketSeconds
  return math.ceil(math.max(1, rate) + rate * LINE.lossSeconds)
end

-- How many end after one moment and not after another.
local function countUnnamedSeats(key, afterMs, untilMs)
  local counts, sum = redis.call("HGETALL", key), 0
  for i = 1, #counts, 2 do
    local endMs = tonumber(counts[i]) or 0
    if endMs > afterMs and endMs <= untilMs then sum = sum + tonumber(counts[i + 1]) end
  end
  return sum
end
