-- NEEDS
local seconds = tonumber(redis.call("TIME")[1])
local window = string.format("%.0f", math.floor(seconds / args.windowSeconds))
if redis.call("HGET", keys.guesses, "window") ~= window then
  redis.call("UNLINK", keys.guesses)
  redis.call("HSET", keys.guesses, "window", window)
end
local counted = args.guesser
local made = redis.call("HGET", keys.guesses, counted)
if not made and redis.call("HLEN", keys.guesses) > args.most then
  counted = "others"
  made = redis.call("HGET", keys.guesses, counted)
end
if tonumber(made or 0) >= args.limit then
  local wait = args.windowSeconds - seconds % args.windowSeconds
  return answer({ waitSeconds = wait, counted = counted })
end
redis.call("HINCRBY", keys.guesses, counted, 1)
return answer({ waitSeconds = 0, counted = counted })
