-- NEEDS line minutes
local minute = minuteOf(readLine(keys.line))
local forgotten = 0
for field, value in eachMember() do
  local at = tonumber(string.match(field, "^%d+:%d+:(%d+):") or minute)
  local processAt = tonumber(string.match(value, "^%d+:(%d+)$") or minute)
  local isOver = at < minute - MINUTES.open or processAt < minute - MINUTES.processes
  if isOver and redis.call("HGET", keys.minutes, field) == value then
    redis.call("HDEL", keys.minutes, field)
    forgotten = forgotten + 1
  end
end
return answer({ forgotten = forgotten })
