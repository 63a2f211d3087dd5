-- Where slots are rare: who has to say again by when that they are there. Whoever does not counts as if they had never said
-- it, until they do, so that their turn costs no slot.
-- NEEDS line bits asking
-- LEAVES notePresence forgetSilent

local function isSparse(pace) return pace.rate < SILENCE.slots end

-- Somebody who will say so again is there; `distance` is how many numbers from the front.
local function notePresence(line, pace, keys, lane, n, distance)
  if not isSparse(pace) then return end
  local heardAtMs = number(line, "presenceAtMs")
  if heardAtMs <= number(line, "lossAtMs") or line.now - heardAtMs > SILENCE.breakMs then
    put(line, "presenceSinceMs", line.now)
  end
  put(line, "presenceAtMs", line.now)
  local dueMs = line.now + SILENCE.leastMs + SILENCE.numberMs * math.max(0, distance)
  redis.call("ZADD", keys.presenceDue, dueMs, string.format("%d:%.0f", lane, n))
end

-- Before `tickAtMs` is put. A process of the version before notes nobody's presence: beside it nobody is silent. Nor is
-- anybody while nobody is heard: then something else is silent. Pages that wait for a start or for the end of a pause look
-- seldom: nobody is silent until they have had time to hear of it.
local function forgetSilent(line, pace, keys, isShut)
  if not isSparse(pace) then return end
  local isAlone = number(line, "tickAtMs") == number(line, "silenceAtMs")
  put(line, "silenceAtMs", line.now)
  if not isAlone then
    redis.call("ZREMRANGEBYSCORE", keys.presenceDue, "-inf", "(+inf")
    return
  end
  local due = redis.call("ZRANGEBYSCORE", keys.presenceDue, "-inf", line.now, "LIMIT", 0, SILENCE.atOnce, "WITHSCORES")
  local isHeard = line.now - number(line, "presenceAtMs") <= SILENCE.breakMs
  local awaited, againMs = {}, line.now + (isShut and AWAITED.hearMs or SILENCE.leastMs)
  for i = 1, #due, 2 do
    local lane, n = string.match(due[i], "^(%d+):(%d+)$")
    lane, n = lane + 0, n + 0
    awaited[lane] = awaited[lane] or readAsking(keys.asking, lane, line.now)
    local bit, isUnbroken = bitOf(line, lane, n), number(line, "presenceSinceMs") <= due[i + 1] - SILENCE.leastMs
    local isIn = redis.call("GETBIT", keys.spent, bit) == 1
    if not isIn and (awaited[lane][n] or isShut or not (isHeard and isUnbroken)) then
      redis.call("ZADD", keys.presenceDue, againMs, due[i])
    else
      if not isIn then redis.call("SETBIT", keys.confirmed, bit, 0) end
      redis.call("ZREM", keys.presenceDue, due[i])
    end
  end
end
