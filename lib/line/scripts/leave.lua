-- NEEDS line guard bits stock moves
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
local stock = openStock(line, keys)
local queueIds = {}
for _, queueId, _ in eachMember() do queueIds[#queueIds + 1] = queueId end
local moves = movesOf(line, keys.moves, queueIds)
for n, queueId, shownMoves in eachMember() do
  -- A device gives nothing back that went to another one.
  local isOfThisDevice = shownMoves >= (moves[queueId] or 0)
  if isOfThisDevice and n >= 1 and n <= laneNumber(line, lane, "last") then
    local id = bitOf(line, lane, n)
    local isNew = redis.call("SETBIT", keys.spent, id, 1) == 0
    if isNew and n > laneNumber(line, lane, "serving") then
      putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1)
    end
    -- Whoever was let in ends the visit once: a seat that the site reports afterwards is no longer theirs to free.
    local isFirst = redis.call("SETBIT", keys.ended, id, 1) == 0
    if isFirst then
      redis.call("ZREM", keys.seats, queueId)
      -- The site's report of a sale may still be on its way.
      moveReservation(stock, queueId, line.now + STOCK.saleReportMs, "LT")
    end
  end
end
flush(line)
return answer({})
