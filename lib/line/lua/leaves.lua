-- Places that their holders gave back.
-- NEEDS line bits stock minutes
-- LEAVES endPlace

-- Counts somebody who waited and does no more. `counted` tells as what (`kind`), and in which `minute` and `part` of the
-- figures; the kind is empty for somebody who was in. Who goes once the run is over was counted as waiting at its end.
local function countEnded(line, keys, lane, counted)
  if counted.kind == "" or has(line, "waitingAtEnd") then return end
  if counted.kind == "removed" then putLane(line, lane, "removed", laneNumber(line, lane, "removed") + 1)
  else putLane(line, lane, "left", laneNumber(line, lane, "left") + 1) end
  local owner = string.format("%.0f:%.0f", number(line, "run"), counted.part)
  addCount(keys.minutes, owner, counted.minute, lane .. ":" .. counted.kind, 1)
end

-- Spends a number without a slot; of whoever was let in it ends the visit, once: a seat that the site reports
-- afterwards is no longer theirs to free. Answers `counted` for somebody who waited, `in` for somebody who was in, and
-- `none` where the place had ended before.
local function endPlace(line, keys, stock, lane, n, queueId, counted)
  if n < 1 or n > laneNumber(line, lane, "last") then return "none" end
  local id = bitOf(line, lane, n)
  local isNew = redis.call("SETBIT", keys.spent, id, 1) == 0
  if isNew and n > laneNumber(line, lane, "serving") then
    putLane(line, lane, "gone", laneNumber(line, lane, "gone") + 1)
  end
  if isNew then countEnded(line, keys, lane, counted) end
  local isFirst = redis.call("SETBIT", keys.ended, id, 1) == 0
  if isFirst then
    redis.call("ZREM", keys.seats, queueId)
    -- The site's report of a sale may still be on its way.
    moveReservation(stock, queueId, line.now + STOCK.saleReportMs, "LT")
  end
  if isNew then return "counted" end
  return isFirst and "in" or "none"
end
