-- NEEDS line replicas unnamed-seats
local held = readLine(keys.line)
if number(held, "run") >= args.runId then return { "EXISTS" } end
local now = held.now
local isSameRedis = text(held, "replid") == replicationId(shared)
redis.call("UNLINK", keys.line, keys.spent, keys.confirmed, keys.recentEven, keys.recentOdd, keys.joinsEven, keys.joinsOdd,
  keys.asking, keys.rights, keys.drawGroups, keys.drawOrder, keys.ended)

local line = { key = keys.line, fields = {}, changed = {}, dropped = {}, lanes = 1, rawMs = held.rawMs, now = now }
for field, value in eachMember() do put(line, field, value) end
local isRecovered = args.skip > 0
local holdMs = isRecovered and holdFor(args.holdMs, shared) or args.holdMs
if isRecovered then noteOffset(line, shared) end
put(line, "run", args.runId)
put(line, "replid", replicationId(shared))
put(line, "correctionMs", number(held, "correctionMs"))
put(line, "tokens", isSameRedis and number(held, "tokens") or 0)
put(line, "tokensAtMs", isSameRedis and number(held, "tokensAtMs") or now)
put(line, "lateTokens", 0)
put(line, "tickAtMs", now)
put(line, "recentTurn", 0)
put(line, "recentTurnedAtMs", now)
put(line, "joinsTurn", 0)
put(line, "joinsTurnedAtMs", now)
for _, counter in ipairs({ "joined", "admitted", "outside" }) do put(line, counter, 0) end
put(line, "losses", isRecovered and 1 or 0)
put(line, "lossAtMs", isRecovered and now or 0)
put(line, "holdUntilMs", now + holdMs)

local seatMs, outflow = number(line, "seatMs"), number(line, "outflowPerMinute")
redis.call("HSETNX", keys.unnamedSeats, "-", "0")
if isRecovered then
  -- Nobody knows how many are on the site: at most all whom the pace let in during one visit.
  local most = math.max(number(line, "activeCap"), math.ceil(outflow / 60 * (seatMs / 1000 + 1)))
  addUnnamedSeats(keys.unnamedSeats, most, now + holdMs + seatMs, now, seatMs)
elseif has(held, "run") and not isSameRedis then
  -- The loss may have undone an outflow that this run has again.
  local longestMs = math.max(number(held, "seatMs"), seatMs)
  local lost = lostAdmissions(math.max(number(held, "outflowPerMinute"), outflow))
  addUnnamedSeats(keys.unnamedSeats, lost, now + longestMs, now, longestMs)
end

local lane = 0
for last, serving in string.gmatch(args.lanes, "(%d+):(%d+);") do
  local hole = string.format("%.0f:%.0f:%.0f;", last + 1, last + args.skip, last)
  putLane(line, lane, "last", last + args.skip)
  putLane(line, lane, "serving", serving + 0)
  putLane(line, lane, "live", 0)
  putLane(line, lane, "allowance", 0)
  putLane(line, lane, "holes", isRecovered and hole or "")
  putLane(line, lane, "history", string.format("%.0f:%.0f:0:0;", now + holdMs, serving))
  lane = lane + 1
end
put(line, "lanes", lane)
flush(line)

-- Every key of the event exists from here on.
redis.call("SETBIT", keys.spent, 0, 1)
redis.call("SETBIT", keys.confirmed, 0, 0)
redis.call("SETBIT", keys.ended, 0, 0)
redis.call("ZADD", keys.over, "+inf", "-")
redis.call("HSET", keys.recentEven, "0", "")
redis.call("HSET", keys.recentOdd, "0", "")
redis.call("HSET", keys.joinsEven, "-", "")
redis.call("HSET", keys.joinsOdd, "-", "")
if redis.call("EXISTS", keys.admissions) == 0 then
  redis.call("XADD", keys.admissions, "1-0", "r", "0")
  redis.call("XDEL", keys.admissions, "1-0")
end
redis.call("HSET", keys.asking, "0", "")
redis.call("ZADD", keys.seats, "+inf", "-")
redis.call("HSET", keys.rights, "-", "")
redis.call("HSETNX", keys.codes, "-", "")
redis.call("ZADD", keys.drawGroups, 0, "-")
redis.call("HSET", keys.drawOrder, "-", "")
if redis.call("EXISTS", keys.figures) == 0 then redis.call("HSET", keys.figures, "0", "0:0:0:0") end
return answer({})
