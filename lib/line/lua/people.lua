-- How many hold a number and are not in.
-- NEEDS line holes
-- LEAVES waitingInLane waitingInAll

local function waitingInLane(line, lane)
  local serving, last = laneNumber(line, lane, "serving"), laneNumber(line, lane, "last")
  local ahead = countHeld(line, lane, serving + 1, last)
  return math.max(0, ahead - laneNumber(line, lane, "gone")) + laneNumber(line, lane, "live")
end

local function waitingInAll(line)
  local people = 0
  for lane = 0, line.lanes - 1 do people = people + waitingInLane(line, lane) end
  return people
end
