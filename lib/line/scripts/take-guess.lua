-- NEEDS
local seconds = tonumber(redis.call("TIME")[1])
local window = string.format("%.0f", math.floor(seconds / args.windowSeconds))
if redis.call("HGET", keys.guesses, "window") ~= window then
  redis.call("UNLINK", keys.guesses)
  redis.call("HSET", keys.guesses, "window", window)
end
local isFull, counted = redis.call("HLEN", keys.guesses) > args.most, {}
for guesser, limit in eachMember() do
  local made = redis.call("HGET", keys.guesses, guesser)
  if not made and isFull then
    guesser = "others"
    made = redis.call("HGET", keys.guesses, guesser)
  end
  if tonumber(made or 0) >= limit then
    local wait = args.windowSeconds - seconds % args.windowSeconds
    return answer({ waitSeconds = wait, counted = {} })
  end
  counted[#counted + 1] = guesser
end
for _, guesser in ipairs(counted) do redis.call("HINCRBY", keys.guesses, guesser, 1) end
return answer({ waitSeconds = 0, counted = counted })
