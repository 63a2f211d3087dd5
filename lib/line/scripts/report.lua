-- NEEDS line bits recent unnamed-seats limits stock safety-net visit-end
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local now = line.now
local current, former = recentHalves(keys, number(line, "recentTurn"))
local written = 0
local stock = openStock(line, keys)

-- Whoever has left meanwhile has it no more once that was written back as well.
local function takeSeatAgain(queueId, untilMs)
  local heldMs = redis.call("ZSCORE", keys.seats, queueId) or 0
  if untilMs > now and untilMs > tonumber(heldMs) then
    redis.call("ZADD", keys.seats, string.format("%.0f", untilMs), queueId)
  end
end

for n, lane, at, renewals, claim, queueId, redirectType, outOfTurn in eachMember() do
  local id, atText = string.format("%.0f", bitOf(line, lane, n)), string.format("%.0f", at)
  if redis.call("SETBIT", keys.spent, id, 1) == 0 then
    written = written + 1
    if n > laneNumber(line, lane, "serving") then putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1) end
    admittedAgainstLimits(line, at)
    noteLetIn(line, at)
  end
  local held = redis.call("HGET", current, id) or redis.call("HGET", former, id) or ""
  local heldAt, heldFirst = string.match(held, "^(%d+):(%d+):")
  if tonumber(heldAt or 0) < at then
    local record = atText .. ":" .. (heldFirst or atText) .. ":" .. renewals .. ":" .. claim .. ":" .. queueId
    redis.call("HSET", current, id, record)
    reserveAgain(line, stock, queueId, at + args.seatMs)
    if isVisitOver(keys, id, queueId) then moveReservation(stock, queueId, now + STOCK.saleReportMs, "LT")
    else takeSeatAgain(queueId, at + args.seatMs) end
    redis.call("XADD", keys.admissions, "*", "r", text(line, "run"), "v", lane, "t", redirectType, "a", atText,
      "m", string.format("%.0f", n) .. ":" .. renewals .. ":" .. queueId .. ";", "l", "",
      unpack(outOfTurn == "" and {} or { "o", outOfTurn }))
  end
end
put(line, "admitted", number(line, "admitted") + written)
nameUnknown(keys.unnamedSeats, now, written)
if args.isLast == 1 then answerUnknown(keys.unnamedSeats, now, args.processId) end
flush(line)
return answer({ written = written })
