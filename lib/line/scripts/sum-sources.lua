-- NEEDS
local turn = math.floor(tonumber(redis.call("TIME")[1]) / SUMS.windowSeconds)
local isEven = turn % 2 == 0
local current, former = isEven and keys.even or keys.odd, isEven and keys.odd or keys.even
if redis.call("HGET", current, "-") ~= string.format("%.0f", turn) then
  redis.call("UNLINK", current)
  redis.call("HSET", current, "-", string.format("%.0f", turn))
  redis.call("EXPIRE", current, 2 * SUMS.windowSeconds)
end
local isFormer = redis.call("HGET", former, "-") == string.format("%.0f", turn - 1)
local isFull = redis.call("HLEN", current) > SUMS.sources
local sums = {}
for source, count in eachMember() do
  local sum = tonumber(redis.call("HGET", current, source) or 0)
  if count > 0 and (sum > 0 or not isFull) then sum = redis.call("HINCRBY", current, source, count) end
  if isFormer then sum = sum + tonumber(redis.call("HGET", former, source) or 0) end
  sums[#sums + 1] = string.format("%.0f", sum)
end
return answer({ sums = sums })
