-- NEEDS line guard pace holes epochs bits window silence
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
local serving = laneNumber(line, lane, "serving")
local pace = paceOf(line)
local furthest = 2 * reachOf(pace.rate).near
for n, saysAgain in eachMember() do
  if n >= 1 and n <= laneNumber(line, lane, "last") then
    noteHeld(line, lane, n)
    local distance = countHeld(line, lane, serving + 1, n)
    if distance <= furthest then
      redis.call("SETBIT", keys.confirmed, bitOf(line, lane, n), 1)
      if saysAgain == 1 then notePresence(line, pace, keys, lane, n, distance) end
    end
  end
end
flush(line)
return answer({})
