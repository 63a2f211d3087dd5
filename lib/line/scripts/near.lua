-- NEEDS line guard pace holes bits window
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
local serving = laneNumber(line, lane, "serving")
local furthest = serving + 2 * reachOf(paceOf(line).rate).near
for n in eachMember() do
  if n >= 1 and n <= laneNumber(line, lane, "last") then
    putLane(line, lane, "holes", (string.gsub(laneText(line, lane, "holes"), "(%d+):(%d+):(%d+);", function(from, to, mark)
      if n >= tonumber(from) and n <= tonumber(to) and n > tonumber(mark) then
        return string.format("%s:%s:%.0f;", from, to, n)
      end
    end)))
    if n - countInHoles(line, lane, serving + 1, n) <= furthest then
      redis.call("SETBIT", keys.confirmed, bitOf(line, lane, n), 1)
    end
  end
end
flush(line)
return answer({})
