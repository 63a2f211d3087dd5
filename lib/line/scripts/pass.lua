-- NEEDS line guard pace bucket phase history seats asking admissions figures bits joins minutes safety-net unnamed-seats sources marks
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local pace = paceOf(line)
local seats = openSeats(line, keys)
local net = openNet(line, keys.unnamedSeats)
local admissions = openAdmissions(line, keys, args.lane)
local isDormant = text(line, "kind") == "always-on" and phaseOf(line) == "running" and text(line, "paused") ~= "1"
  and text(line, "queueAll") ~= "1" and text(line, "method") ~= "random" and not has(line, "stock")
  and not has(line, "grants")
local kept = 0

-- Counts numbers of a lane that were called in the last six seconds, or are waited for, and have not entered.
local function countUnderWay(lane)
  local serving = laneNumber(line, lane, "serving")
  if serving ~= laneNumber(line, lane, "last") then isDormant = false end
  local sixAgo, _, first = sampleAt(line, lane, line.now - pace.confirmMs)
  local from = (sixAgo or first) + 1
  -- A range this wide holds a hole that was just crossed; the page is served until it has aged.
  if serving - from >= 100000 then isDormant = false end
  local _, asking = readAsking(keys.asking, lane, line.now)
  for _, n in ipairs(asking) do
    if n < from then kept = kept + 1 end
  end
  if not isDormant or serving < from then return end
  local a, b = math.floor(bitOf(line, lane, from) / 8), math.floor(bitOf(line, lane, serving) / 8)
  local spent = redis.call("GETRANGE", keys.spent, a, b)
  for n = from, serving do
    -- With so many under way there is no slot for a newcomer.
    if kept > number(line, "tokens") then return end
    local position = bitOf(line, lane, n)
    local byte = string.byte(spent, math.floor(position / 8) - a + 1) or 0
    if bit.band(byte, bit.lshift(1, 7 - position % 8)) == 0 then kept = kept + 1 end
  end
end

if isDormant then
  settleBucket(line, pace)
  for lane = 0, line.lanes - 1 do countUnderWay(lane) end
end
local lane, numbers, granted, repeated = args.lane, {}, 0, {}
local joins = openJoins(line, keys, lane)

-- The number of an admission that is asked for once more, while its token is valid.
local function admittedBefore(claim, joinId)
  local n = joinId ~= "" and findJoins(joins, { joinId })[1]
  if not n then return nil end
  local held = recall(admissions, idOf(admissions, tonumber(n)))
  local at, heldClaim, queueId = string.match(held, "^(%d+):%d+:%d+:(%x*):(.*)$")
  if heldClaim ~= claim or line.now > tonumber(at) + number(line, "validitySeconds") * 1000 then return nil end
  repeated[#repeated + 1] = string.format("%d:%s:%s", #numbers, at, queueId)
  return tonumber(n)
end

-- How many more may be on the site before a line forms.
local untilActive = math.huge
if isDormant and number(line, "safetyNetActive") > 0 then
  local unnamed = seats.cap == 0 and countUnnamedSeats(keys.unnamedSeats, line.now, math.huge) or 0
  untilActive = number(line, "safetyNetActive") - seats.taken - unnamed
end

-- By a slot of the outflow; or, where nobody is under way, while the last minute holds fewer than the threshold. What
-- holds the outflow lower than it is set holds newcomers as well.
local function mayGoIn()
  if granted >= untilActive or not hasSeats(seats, 1 + kept) then return false end
  if number(line, "tokens") >= 1 + kept and hasRoom(net, 1 + kept) then return true end
  return net.threshold > 0 and kept == 0 and net.room >= 1 and pace.outflow >= number(line, "outflowPerMinute")
end

-- Takes a slot, or what there is of one: above the outflow the line starts with an empty bucket.
local function takeNetSlot()
  local slot = math.min(1, number(line, "tokens"))
  if slot < 1 then put(line, "netAtMs", line.now) end
  put(line, "tokens", number(line, "tokens") - slot)
  putLane(line, lane, "laneTokens", laneNumber(line, lane, "laneTokens") - slot)
  takeRoom(net)
end

local sources, at = openSources(line, keys, args.limits, isDormant and args.sources or ""), 0
for claim, queueId, joinId in eachMember() do
  at = at + 1
  local n = admittedBefore(claim, joinId) or 0
  local isOpen, marks = n == 0 and isDormant and mayGoIn(), 0
  if isOpen then isOpen, marks = isOpenTo(sources, at) end
  if marks < 0 then n = -1 end
  if isOpen then
    takeNetSlot()
    n = laneNumber(line, lane, "last") + 1
    putLane(line, lane, "last", n)
    putLane(line, lane, "serving", n)
    local id = idOf(admissions, n)
    spend(admissions, id)
    takeSeat(seats, queueId)
    remember(admissions, id, {
      number = string.format("%.0f", n),
      claim = claim,
      queueId = queueId,
      firstText = admissions.nowText,
      renewals = "0",
    })
    if joinId ~= "" then noteJoins(joins, { joinId }, n) end
    keepMarks(line, keys.marks, lane, n, { marks })
    granted = granted + 1
  end
  numbers[#numbers + 1] = string.format("%.0f", n)
end
if granted > 0 then
  put(line, "joined", number(line, "joined") + granted)
  put(line, "joinsNotedAtMs", line.now)
  put(line, "admitted", number(line, "admitted") + granted)
  countInMinute(line, keys.minutes, lane, "joins", granted)
end
keepNet(line, net)
flush(line)
keepSources(sources)
keepAdmissions(admissions, "safetynet")
keepUnnamedSeats(seats)
if granted > 0 then
  local figures = openFigures(keys.figures, line.now)
  addFigures(figures, granted, granted, nil)
  addToLane(line, figures, lane, granted)
end
return answer({ lineTimeMs = line.now, numbers = numbers, repeated = repeated })
