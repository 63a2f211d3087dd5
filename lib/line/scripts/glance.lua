-- NEEDS line presence pace phase minutes
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
local perLane, _, waiting = countPeople(line)
local numbered, called, noShows = 0, 0, 0
for lane = 0, line.lanes - 1 do
  numbered = numbered + perLane[lane]
  -- Of the number within its epoch.
  called = called + laneNumber(line, lane, "serving") % LINE.epochNumbers
  local _, _, total = noShowsOf(line, lane)
  noShows = noShows + total
end
local isMoving = phaseOf(line) == "running" and text(line, "paused") ~= "1"
return answer({
  line = line,
  lineTimeMs = line.now,
  waiting = waiting,
  numbered = numbered,
  called = called,
  noShows = noShows,
  moving = isMoving and 1 or 0,
  outflowPerMinute = paceOf(line).outflow,
})
