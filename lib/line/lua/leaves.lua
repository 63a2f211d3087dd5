-- Places that their holders gave back.
-- NEEDS line bits stock
-- LEAVES endPlace

-- Spends a number without a slot; of whoever was let in it ends the visit, once: a seat that the site reports
-- afterwards is no longer theirs to free.
local function endPlace(line, keys, stock, lane, n, queueId)
  if n < 1 or n > laneNumber(line, lane, "last") then return end
  local id = bitOf(line, lane, n)
  local isNew = redis.call("SETBIT", keys.spent, id, 1) == 0
  if isNew and n > laneNumber(line, lane, "serving") then
    putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1)
  end
  local isFirst = redis.call("SETBIT", keys.ended, id, 1) == 0
  if isFirst then
    redis.call("ZREM", keys.seats, queueId)
    -- The site's report of a sale may still be on its way.
    moveReservation(stock, queueId, line.now + STOCK.saleReportMs, "LT")
  end
end
