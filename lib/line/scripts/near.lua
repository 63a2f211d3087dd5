-- NEEDS line guard pace holes bits window
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
local serving = laneNumber(line, lane, "serving")
local furthest = 2 * reachOf(paceOf(line).rate).near
for n in eachMember() do
  if n >= 1 and n <= laneNumber(line, lane, "last") then
    noteHeld(line, lane, n)
    if countHeld(line, lane, serving + 1, n) <= furthest then
      redis.call("SETBIT", keys.confirmed, bitOf(line, lane, n), 1)
    end
  end
end
flush(line)
return answer({})
