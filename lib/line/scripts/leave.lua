-- NEEDS line guard bits
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
for n, queueId in eachMember() do
  if n >= 1 and n <= laneNumber(line, lane, "last") then
    local isNew = redis.call("SETBIT", keys.spent, bitOf(line, lane, n), 1) == 0
    if isNew and n > laneNumber(line, lane, "serving") then
      putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1)
    end
    redis.call("ZREM", keys.seats, queueId)
  end
end
flush(line)
return answer({})
