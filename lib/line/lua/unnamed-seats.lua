-- Seats of visitors whom the line does not know by name: those who were let in while there was no active
-- cap, and those whom a loss made it forget.
-- NEEDS
-- LEAVES addUnnamedSeats lostAdmissions countUnnamedSeats countUnknown noteUnknown widenUnknown nameUnknown answerUnknown

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

-- The most that may have been let in during the seconds that a loss may undo: a full bucket, and its pace; or at once
-- all that a safety net lets in within a minute: its threshold, or the outflow where that is higher.
local function lostAdmissions(outflowPerMinute, safetyNetPerMinute)
  local rate = outflowPerMinute / LINE.bucketSeconds
  local rush = safetyNetPerMinute > 0 and math.max(safetyNetPerMinute, outflowPerMinute) or 0
  return math.ceil(math.max(rush, math.max(1, rate) + rate * LINE.lossSeconds))
end

-- What losses may have made the line forget: `until:most:process,process…;` for each, the newest last. It counts
-- until each of those processes has written back whom it let in.
local UNKNOWN = "unknown"

local function readUnknown(key, now)
  local unknown = {}
  for untilMs, most, ids in string.gmatch(redis.call("HGET", key, UNKNOWN) or "", "(%d+):(%d+):([^;]*);") do
    if tonumber(untilMs) > now then
      unknown[#unknown + 1] = { untilMs = tonumber(untilMs), most = tonumber(most), ids = ids }
    end
  end
  return unknown
end

local function keepUnknown(key, unknown)
  while #unknown > LOSSES.remembered do
    -- Nobody answers for both together, so that they count to the end.
    local first, second = table.remove(unknown, 1), unknown[1]
    second.untilMs, second.most = math.max(first.untilMs, second.untilMs), first.most + second.most
    second.ids = "-"
  end
  local texts = {}
  for i, one in ipairs(unknown) do texts[i] = string.format("%.0f:%.0f:%s;", one.untilMs, one.most, one.ids) end
  redis.call("HSET", key, UNKNOWN, table.concat(texts))
end

-- Notes the most that a loss may have forgotten, each until a line time.
local function noteUnknown(key, now, untilMs, most, ids)
  if #ids == 0 or most <= 0 or untilMs <= now then return end
  local unknown = readUnknown(key, now)
  unknown[#unknown + 1] = { untilMs = untilMs, most = most, ids = table.concat(ids, ",") }
  keepUnknown(key, unknown)
end

-- The newest loss may have forgotten more, or for longer, under settings that it has undone as well.
local function widenUnknown(key, now, longerMs, most)
  local unknown = readUnknown(key, now)
  local newest = unknown[#unknown]
  if not newest then return end
  newest.untilMs, newest.most = newest.untilMs + math.max(0, longerMs), math.max(newest.most, most)
  keepUnknown(key, unknown)
end

-- So many of those whom the newest loss has forgotten are known again by name.
local function nameUnknown(key, now, count)
  if count == 0 then return end
  local unknown = readUnknown(key, now)
  local newest = unknown[#unknown]
  if not newest then return end
  newest.most = math.max(0, newest.most - count)
  keepUnknown(key, unknown)
end

-- A process has written back whom it let in. Once all have that a loss waits for, it has made nothing unknown.
local function answerUnknown(key, now, processId)
  if (redis.call("HGET", key, UNKNOWN) or "") == "" then return end
  local left = {}
  for _, one in ipairs(readUnknown(key, now)) do
    local ids = {}
    for id in string.gmatch(one.ids, "[^,]+") do
      if id ~= processId then ids[#ids + 1] = id end
    end
    if #ids > 0 then left[#left + 1] = { untilMs = one.untilMs, most = one.most, ids = table.concat(ids, ",") } end
  end
  keepUnknown(key, left)
end

local function countUnknown(key, now)
  local sum = 0
  for _, one in ipairs(readUnknown(key, now)) do sum = sum + one.most end
  return sum
end

-- How many end after one moment and not after another.
local function countUnnamedSeats(key, afterMs, untilMs)
  local counts, sum = redis.call("HGETALL", key), 0
  for i = 1, #counts, 2 do
    local endMs = tonumber(counts[i]) or 0
    if endMs > afterMs and endMs <= untilMs then sum = sum + tonumber(counts[i + 1]) end
  end
  for _, one in ipairs(readUnknown(key, afterMs)) do
    if one.untilMs <= untilMs then sum = sum + one.most end
  end
  return sum
end
