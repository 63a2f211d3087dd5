-- What the line remembers of its past.
-- NEEDS line figures recent joins
-- LEAVES sampleHistory forgetOld measureMinute

-- Notes where a lane stands, at most once a second.
local function sampleHistory(line, lane, near, lateMs)
  local now, history = line.now, laneText(line, lane, "history")
  local serving, last = laneNumber(line, lane, "serving"), laneNumber(line, lane, "last")
  local current = string.format(":%d:%d:%d;", serving, near, last)
  if string.sub(history, -#current) == current then return end
  local newest = string.sub(history, -2 * HISTORY.longestSample)
  local newestAtMs = string.match(newest, "^.*;(%d+):") or string.match(history, "^(%d+):") or 0
  if now - newestAtMs < 1000 then return end
  local keptFrom = 1
  for at, sampledAtMs in string.gmatch(history, "()(%d+):%d+:%d+:%d+;") do
    if tonumber(sampledAtMs) > now - lateMs then break end
    keptFrom = at
  end
  putLane(line, lane, "history", string.sub(history, keptFrom) .. string.format("%d", now) .. current)
end

local function emptyHalf(current)
  redis.call("UNLINK", current)
  redis.call("HSET", current, "-", "")
end

-- Joins are kept for as long as they can be repeated: a half until its newest is as old. Where nobody has joined for so
-- long, none is kept.
local function forgetOldJoins(line, keys)
  if line.now - number(line, "joinsTurnedAtMs") < LINE.joinsKeptMs then return end
  local halves = openJoins(line, keys, 0)
  local newestMs = has(line, "joinsNotedAtMs") and number(line, "joinsNotedAtMs") or line.now
  emptyHalf(halves.former)
  if line.now - newestMs >= LINE.joinsKeptMs then
    emptyHalf(halves.current)
    newestMs = line.now
  end
  put(line, "joinsTurn", 1 - number(line, "joinsTurn"))
  put(line, "joinsTurnedAtMs", newestMs)
end

-- Admissions are kept for as long as they can be renewed, and until the other half is as old.
local function forgetOld(line, keys)
  forgetOldJoins(line, keys)
  local seatMs = math.min(number(line, "seatMs"), RENEWALS.rememberedMs)
  local keptMs = math.max(number(line, "validitySeconds") * 1000 + LINE.renewMs, seatMs)
  if line.now - number(line, "recentTurnedAtMs") < keptMs then return end
  put(line, "recentTurn", 1 - number(line, "recentTurn"))
  put(line, "recentTurnedAtMs", line.now)
  local current = recentHalves(keys, number(line, "recentTurn"))
  redis.call("UNLINK", current)
  redis.call("HSET", current, "0", "")
end

-- Slots of the last minute. The buckets that are over are read once in each.
local function measureMinute(line, figures)
  local bucket, before = string.match(text(line, "measured"), "^(%d+):(%d+)$")
  if tonumber(bucket) ~= figures.bucket then
    local fields = {}
    for back = 1, 11 do fields[back] = string.format("%d", (figures.bucket - back) % FIGURES.buckets) end
    before = 0
    for back, held in ipairs(redis.call("HMGET", figures.key, unpack(fields))) do
      local at, admitted = string.match(held or "", "^(%d+):%d+:(%d+):")
      if tonumber(at) == figures.bucket - back then before = before + admitted end
    end
    put(line, "measured", string.format("%d:%d", figures.bucket, before))
  end
  local at, admitted = string.match(currentFigures(figures), "^(%d+):%d+:(%d+):")
  return before + (tonumber(at) == figures.bucket and admitted or 0)
end
