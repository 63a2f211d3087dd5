-- NEEDS line bits unnamed-seats limits stock safety-net
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local now, count = line.now, 0
local stock = openStock(line, keys)
for n, lane, at, queueId in eachMember() do
  local isNew = n == 0
  if n > 0 and redis.call("SETBIT", keys.spent, string.format("%.0f", bitOf(line, lane, n)), 1) == 0 then
    isNew, count = true, count + 1
    admittedAgainstLimits(line, at)
    noteLetIn(line, at)
  end
  local untilMs = at + number(line, "seatMs")
  local heldMs = isNew and redis.call("ZSCORE", keys.seats, queueId) or 0
  if isNew and untilMs > now and untilMs > tonumber(heldMs or 0) then
    redis.call("ZADD", keys.seats, string.format("%.0f", untilMs), queueId)
  end
  reserveAgain(line, stock, queueId, untilMs)
end
put(line, "admitted", number(line, "admitted") + count)
nameUnknown(keys.unnamedSeats, now, count)
if args.isLast == 1 and has(line, "restoring") then
  drop(line, "restoring")
  drop(line, "copyAtMs")
end
flush(line)
return answer({ count = count })
