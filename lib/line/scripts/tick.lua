-- NEEDS line guard pace bucket seats unnamed-seats window promise random-order presence memory figures limits stock minutes silence people
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped and stopped[1] == "LOST" then return stopped end
local pace = paceOf(line)
local seats = openSeats(line, keys)
local figures = openFigures(keys.figures, line.now)
local stock = openStock(line, keys)

-- Of those whom a loss may have made the line forget, more than the cap are not on the site.
local unknown = seats.cap > 0 and countUnknown(keys.unnamedSeats, line.now) or 0
local unknownSeats = math.min(unknown, seats.cap)

local function state(status, admittedLastMinute, numbered, present)
  local lanes = {}
  for lane = 0, line.lanes - 1 do
    lanes[lane + 1] = laneAnswer({ line = line, lane = lane, waiting = numbered[lane], present = present[lane] })
  end
  return answer({
    line = line,
    lineTimeMs = line.now,
    admittedLastMinute = admittedLastMinute,
    seatsTaken = math.max(0, seats.taken - unknown + unknownSeats),
    unknownSeats = unknownSeats,
    limits = limitsText(line),
    outflowPerMinute = pace.outflow,
    stock = stock.isCounted and math.max(0, freeUnits(line, stock)) or nil,
    soldOut = stock.isCounted and number(line, "stock") <= 0 and 1 or 0,
    figuresPart = partOf(line),
    lanes = lanes,
  }, status)
end

if args.runId == number(line, "run") then noteCalled(line, keys.minutes, args.calledPart, args.calledInLanes) end
if stopped then
  noteProcess(line, args)
  local admittedLastMinute = measureMinute(line, figures)
  flush(line)
  return state(stopped[1], admittedLastMinute, countPeople(line))
end

local moving = isMoving(line)
local reach = reachOf(promisedRate(line, pace, moving))
noteDraws(line, args.drawnInLanes)
-- Also where nobody waits, so that those who come first find what was saved up.
if moving or not isBucketFull(line, pace) then settleBucket(line, pace) end
if moving then
  forgetSilent(line, pace, keys, not isOpen(line))
  advanceWindows(line, keys, pace, seats, stock, reach.speed)
else
  forgetSoon(line)
end
if text(line, "method") == "random" then
  local share = busyShares(line)
  for lane = 0, line.lanes - 1 do
    settleChance(line, lane, pace, seats, isBusy(line, lane) and share[lane] or 1)
  end
end
for lane = 0, line.lanes - 1 do sampleHistory(line, lane, reach.near, pace.lateMs) end
if has(line, "endDue") then
  drop(line, "endDue")
  if text(line, "status") ~= "open" then noteEnd(line, keys.minutes) end
end
noteProcess(line, args)
local admittedLastMinute = measureMinute(line, figures)
forgetOld(line, keys)
local numbered, present, people = countPeople(line)
sampleMinute(line, keys.minutes, pace.outflow, present, people)
flush(line)
if moving then addFigures(figures, 0, 0, people) end
return state("OK", admittedLastMinute, numbered, present)
