-- NEEDS line seats visit-end
local line = readLine(keys.line)
local isCapped = number(line, "activeCap") > 0 or has(line, "inletCap")
local seats = openSeats(line, keys)
forgetUpTo(keys.over, line.now)
for kind, queueId in eachMember() do
  if kind == "over" then
    -- Noted until any seat of this visit would have ended, so that the visitor may join anew.
    local endMs = math.max(line.now + seats.seatMs, seatEndOf(keys.seats, queueId) or 0)
    giveBackSeat(seats, queueId)
    redis.call("ZADD", keys.over, endMs, queueId)
  else
    redis.call("ZREM", keys.over, queueId)
    if isCapped or hasNamedSeat(seats, queueId) then leaseSeat(seats, queueId) end
  end
end
return answer({ taken = isCapped and seats.taken or 0 })
