-- NEEDS line
local now = readLine(keys.line).now
local turn = tonumber(redis.call("HGET", keys.reports, "turn") or 0)
local turnedAtMs = tonumber(redis.call("HGET", keys.reports, "turnedAtMs") or 0)
local halves = { [0] = keys.usedEven, [1] = keys.usedOdd }
if now - turnedAtMs >= args.keptMs then
  if now - turnedAtMs >= 2 * args.keptMs then redis.call("UNLINK", halves[turn]) end
  turn = 1 - turn
  redis.call("UNLINK", halves[turn])
  redis.call("HSET", keys.reports, "turn", turn, "turnedAtMs", string.format("%.0f", now))
end
local current, former = halves[turn], halves[1 - turn]
local room = args.most - redis.call("HLEN", current)

-- What is noted under a name; false when it was not and is now.
local function noted(name, value)
  local found = redis.call("HGET", current, name) or redis.call("HGET", former, name)
  if found or room <= 0 then return found end
  redis.call("HSET", current, name, value)
  room = room - 1
  return false
end

local refused, first, index = {}, 0, 0
for use in eachMember() do
  local by = noted(use, args.reporter)
  if not by then
    first = first + 1
  elseif by ~= args.reporter then
    refused[#refused + 1] = index
  end
  index = index + 1
end
if args.batch == "" or not noted("b" .. args.batch, "") then
  redis.call("HINCRBY", keys.reports, "used", first)
  redis.call("HINCRBY", keys.reports, "refused", #refused)
  redis.call("HINCRBY", keys.reports, "failOpen", args.failOpen)
  redis.call("HSET", keys.reports, "reportedAtMs", string.format("%.0f", now))
end
return answer({ refused = refused })
