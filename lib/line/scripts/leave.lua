-- NEEDS line guard bits
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
for n, queueId in eachMember() do
  if n >= 1 and n <= laneNumber(line, lane, "last") then
    local id = bitOf(line, lane, n)
    local isNew = redis.call("SETBIT", keys.spent, id, 1) == 0
    if isNew and n > laneNumber(line, lane, "serving") then
      putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1)
    end
    -- Whoever was let in ends the visit once: a seat that the site reports afterwards is no longer theirs to free.
    local isFirst = redis.call("SETBIT", keys.ended, id, 1) == 0
    if isFirst then redis.call("ZREM", keys.seats, queueId) end
  end
end
flush(line)
return answer({})
