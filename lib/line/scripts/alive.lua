-- NEEDS
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if args.nodeId ~= "" then
  redis.call("ZADD", keys.nodes, now, args.nodeId)
  redis.call("ZREMRANGEBYSCORE", keys.nodes, "-inf", now - PROCESS.aliveMs)
end
return answer({ count = redis.call("ZCOUNT", keys.nodes, "(" .. (now - PROCESS.aliveMs), "+inf") })
