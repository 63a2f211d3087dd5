-- How many hold a number and are not in.
-- NEEDS line holes minutes
-- LEAVES waitingInLane waitingInAll noteEnd

-- Once the run is over they stay as many as they were then.
local function waitingInLane(line, lane)
  if has(line, "waitingAtEnd") then return laneNumber(line, lane, "waitingAtEnd") end
  local serving, last = laneNumber(line, lane, "serving"), laneNumber(line, lane, "last")
  local ahead = countHeld(line, lane, serving + 1, last)
  return math.max(0, ahead - laneNumber(line, lane, "gone")) + laneNumber(line, lane, "live")
end

local function waitingInAll(line)
  local people = 0
  for lane = 0, line.lanes - 1 do people = people + waitingInLane(line, lane) end
  return people
end

-- Notes once who waits in each lane when the run is over. Call it before the line is flushed.
local function noteEnd(line, minutesKey)
  if has(line, "waitingAtEnd") then return end
  local people = {}
  for lane = 0, line.lanes - 1 do people[lane] = waitingInLane(line, lane) end
  for lane = 0, line.lanes - 1 do
    sampleEnd(line, minutesKey, lane, people[lane])
    putLane(line, lane, "waitingAtEnd", people[lane])
  end
end
