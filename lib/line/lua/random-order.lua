-- Random order: the chance of a check-in is fixed when its interval begins.
-- NEEDS line people seats
-- LEAVES noteDraws settleChance

-- Takes in what a process counted since its last call: `lane:check-ins:winners;` for each lane.
local function noteDraws(line, drawnInLanes)
  for inLane, count, winners in string.gmatch(drawnInLanes, "(%d+):(%d+):(%d+);") do
    local lane = tonumber(inLane)
    if lane < line.lanes then
      putLane(line, lane, "checkIns", laneNumber(line, lane, "checkIns") + count)
      putLane(line, lane, "backlog", laneNumber(line, lane, "backlog") + winners)
    end
  end
end

-- Those who checked in during the last interval and those who joined since are expected.
local function expectedCheckIns(line, lane, interval)
  local expected = 0
  if laneNumber(line, lane, "interval") == interval - 1 then
    local joined = laneNumber(line, lane, "last") - laneNumber(line, lane, "intervalLast")
    expected = laneNumber(line, lane, "checkIns") + joined
  end
  return expected > 0 and expected or waitingInLane(line, lane)
end

-- `share` is the lane's part of the slots. Winners without a slot come before new ones.
local function settleChance(line, lane, pace, seats, share)
  local interval = math.floor(line.now / RANDOM_ORDER.intervalMs)
  if laneNumber(line, lane, "interval") == interval then return end
  local expected = expectedCheckIns(line, lane, interval)
  local slots = pace.rate * share * RANDOM_ORDER.intervalMs / 1000
  slots = math.min(slots, seatsWithin(seats, RANDOM_ORDER.intervalMs))
  local backlog = laneNumber(line, lane, "backlog") * 0.5
  local wanted = math.max(0, slots + 2 * math.sqrt(slots) + 1 - backlog)
  local chance = wanted >= expected and 1 or wanted / expected
  if slots <= 0 then chance = 0 end
  putLane(line, lane, "backlog", backlog)
  putLane(line, lane, "interval", interval)
  putLane(line, lane, "intervalLast", laneNumber(line, lane, "last"))
  putLane(line, lane, "checkIns", 0)
  putLane(line, lane, "chance", chance)
end
