-- NEEDS line seats
local line = readLine(keys.line)
local isCapped = number(line, "activeCap") > 0 or has(line, "inletCap")
local untilMs = line.now + number(line, "seatMs")
for kind, queueId in eachMember() do
  if kind == "over" then
    redis.call("ZREM", keys.seats, queueId)
  elseif isCapped then
    redis.call("ZADD", keys.seats, untilMs, queueId)
  else
    redis.call("ZADD", keys.seats, "XX", untilMs, queueId)
  end
end
return answer({ taken = isCapped and openSeats(line, keys).taken or 0 })
