-- NEEDS
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local new = cjson.decode(args.entry)
local held = redis.call("HGET", keys.pulls, args.name)
if held then new.servedBefore = cjson.decode(held).servedVersion end
new.seenAtMs = now
redis.call("HSET", keys.pulls, args.name, cjson.encode(new))
redis.call("ZADD", keys.pullTimes, now, args.name)
local gone = redis.call("ZRANGEBYSCORE", keys.pullTimes, "-inf", now - args.keptMs, "LIMIT", 0, args.most)
local surplus = redis.call("ZCARD", keys.pullTimes) - #gone - args.most
if surplus > 0 then
  for _, oldest in ipairs(redis.call("ZRANGE", keys.pullTimes, #gone, #gone + surplus - 1)) do
    gone[#gone + 1] = oldest
  end
end
if #gone > 0 then
  redis.call("HDEL", keys.pulls, unpack(gone))
  redis.call("ZREM", keys.pullTimes, unpack(gone))
end
return answer({ forgotten = #gone })
