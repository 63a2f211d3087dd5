-- What happened, counted by minute of line time until the worker has stored it: `run:part:minute:lane:kind`. A count
-- only grows within its part, so that reading and storing it twice changes nothing. After a loss a new part begins:
-- what was counted in the seconds that the loss has undone may be stored already, and what is counted from here on
-- comes on top of it.
-- NEEDS line
-- LEAVES beginPart partOf minuteOf addCount countInMinute sampleMinute

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
