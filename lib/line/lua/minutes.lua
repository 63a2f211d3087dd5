-- What happened, counted by minute of line time until the worker has stored it: `run:part:minute:lane:kind`. A count
-- only grows within its part, so that reading and storing it twice changes nothing. After a loss a new part begins:
-- what was counted in the seconds that the loss has undone may be stored already, and what is counted from here on
-- comes on top of it.
-- NEEDS line
-- LEAVES beginPart partOf minuteOf addCount countInMinute sampleEnd sampleMinute noShowsOf countNoShows noteCalled

-- No two losses have the same.
local function beginPart(line, replid)
  local digest = redis.sha1hex(string.format("%s %.0f", replid, line.now))
  put(line, "figuresPart", tonumber(string.sub(digest, 1, 7), 16) + 1)
end

-- Minutes that begin long after a loss were never counted before it.
local function partOf(line)
  if line.now - number(line, "lossAtMs") >= MINUTES.partMs then return 0 end
  return number(line, "figuresPart")
end

local function minuteOf(line) return math.floor(line.now / 60000) end

-- `owner` is `run:part`, `what` is `lane:kind`. Where nobody has fetched the minutes for so long that there are too many,
-- the minutes of an hour, and then those of a day, are counted together in the last of them.
local function addCount(key, owner, minute, what, count)
  local field = string.format("%s:%d:%s", owner, minute, what)
  if redis.call("HINCRBY", key, field, count) > count then return end
  local held = redis.call("HLEN", key)
  if held <= MINUTES.fields then return end
  local together = held <= 2 * MINUTES.fields and 60 or 1440
  local last = minute - minute % together + together - 1
  if last == minute then return end
  redis.call("HDEL", key, field)
  redis.call("HINCRBY", key, string.format("%s:%d:%s", owner, last, what), count)
end

local function ownerOf(line) return string.format("%.0f:%.0f", number(line, "run"), partOf(line)) end

-- Call it before the line is flushed.
local function countInMinute(line, key, lane, kind, count)
  if count <= 0 then return end
  put(line, "countedMinute", minuteOf(line))
  addCount(key, ownerOf(line), minuteOf(line), string.format("%d:%s", lane, kind), count)
end

local function sampleEnd(line, key, lane, people)
  local field = string.format("%s:%d:%d:waiting-at-end", ownerOf(line), minuteOf(line), lane)
  redis.call("HSET", key, field, string.format("%.0f", people))
end

-- Notes once how the line stood at the end of the minute that is over, unless nothing has happened in it. `present`
-- is how many wait in each lane, `people` in all of them. Call it before the line is flushed.
local function sampleMinute(line, key, outflow, present, people)
  local minute = minuteOf(line)
  if number(line, "sampledMinute") == minute then return end
  put(line, "sampledMinute", minute)
  if people == 0 and number(line, "countedMinute") < minute - 1 then return end
  if redis.call("HLEN", key) > MINUTES.fields then return end
  local before = string.format("%s:%d:", ownerOf(line), minute - 1)
  local values = { before .. "0:outflow", string.format("%.0f", outflow) }
  for lane = 0, line.lanes - 1 do
    values[#values + 1] = before .. lane .. ":waiting"
    values[#values + 1] = string.format("%.0f", present[lane])
  end
  redis.call("HSET", key, unpack(values))
end

-- Of those of a lane whom nobody was there for when they were called: the minute in which they were counted last, how
-- many there had been before it, and how many there are.
local function noShowsOf(line, lane)
  local minute, before, total = string.match(laneText(line, lane, "noShows"), "^(%d+):(%d+):(%d+)$")
  return tonumber(minute or 0), tonumber(before or 0), tonumber(total or 0)
end

-- Call it before the line is flushed.
local function countNoShows(line, key, lane, count)
  if count <= 0 then return end
  local minute, before, total = noShowsOf(line, lane)
  if minute ~= minuteOf(line) then before = total end
  putLane(line, lane, "noShows", string.format("%d:%d:%d", minuteOf(line), before, total + count))
  countInMinute(line, key, lane, "no-shows", count)
end

-- Takes what the caller has seen of each lane, and in which part of the figures. Where a loss has undone that numbers
-- were called, those who did not come are counted as they were, and not again when they are called again.
local function noteCalled(line, key, part, called)
  local lane, owner = 0, string.format("%.0f:%s", number(line, "run"), part)
  for serving, minute, before, total in string.gmatch(called, "(%d+):(%d+):(%d+):(%d+),") do
    local seen = tonumber(serving)
    if lane < line.lanes and seen > laneNumber(line, lane, "serving") and seen > laneNumber(line, lane, "passedTo") then
      local _, _, held = noShowsOf(line, lane)
      local earlier = math.max(0, before - held)
      local latest = math.max(0, total - math.max(before, held))
      if earlier > 0 then addCount(key, owner, minute - 1, lane .. ":no-shows", earlier) end
      if latest > 0 then addCount(key, owner, minute + 0, lane .. ":no-shows", latest) end
      if tonumber(total) > held then putLane(line, lane, "noShows", minute .. ":" .. before .. ":" .. total) end
      putLane(line, lane, "passedTo", seen)
    end
    lane = lane + 1
  end
end
