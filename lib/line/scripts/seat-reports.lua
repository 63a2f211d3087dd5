-- NEEDS line seats visit-end
local line = readLine(keys.line)
local isCapped = number(line, "activeCap") > 0 or has(line, "inletCap")
local untilMs = line.now + number(line, "seatMs")
forgetUpTo(keys.over, line.now)
for kind, queueId in eachMember() do
  if kind == "over" then
    -- Noted until any seat of this visit would have ended, so that the visitor may join anew.
    local endMs = math.max(untilMs, seatEndOf(keys.seats, queueId) or 0)
    redis.call("ZREM", keys.seats, queueId)
    redis.call("ZADD", keys.over, endMs, queueId)
  else
    redis.call("ZREM", keys.over, queueId)
    if isCapped then
      redis.call("ZADD", keys.seats, untilMs, queueId)
    else
      redis.call("ZADD", keys.seats, "XX", untilMs, queueId)
    end
  end
end
return answer({ taken = isCapped and openSeats(line, keys).taken or 0 })
