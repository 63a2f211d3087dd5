-- Until when somebody who was let in is on the site.
-- NEEDS
-- LEAVES isVisitOver seatEndOf forgetUpTo

-- True once the visitor has ended the visit, or the site has. `id` is the number's bit.
local function isVisitOver(keys, id, queueId)
  return redis.call("GETBIT", keys.ended, id) == 1 or redis.call("ZSCORE", keys.over, queueId) ~= false
end

-- When the seat with this name ends, in line time; nil where there is none.
local function seatEndOf(seatsKey, queueId) return tonumber(redis.call("ZSCORE", seatsKey, queueId) or nil) end

-- Takes away what is over in a sorted set by time; some of it, where there is much.
local function forgetUpTo(key, now)
  local due = redis.call("ZCOUNT", key, "-inf", now)
  if due > 0 then redis.call("ZREMRANGEBYRANK", key, 0, math.min(due, SEATS.endedAtOnce) - 1) end
end
