-- NEEDS line guard moves pace bucket lanes phase history holes seats asking until-slot admissions figures visit-end unnamed-seats stock minutes safety-net
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane, outcomes = args.lane, {}
local admissions = openAdmissions(line, keys, lane)
local seats = openSeats(line, keys)
local stock = openStock(line, keys)
local function answerAll() return answer({ lineTimeMs = line.now, outcomes = outcomes }) end
if phaseOf(line) ~= "running" or text(line, "paused") == "1" then
  for _ in string.gmatch(args.members, ";") do outcomes[#outcomes + 1] = "closed" end
  flush(line)
  return answerAll()
end
local pace = paceOf(line)
local net = openNet(line, keys.unnamedSeats)
settleBucket(line, pace)
local lateBoundary = sampleAt(line, lane, line.now - pace.lateMs) or 0
-- Who asks where nobody else of the lane is under way was called a while ago: late among other lanes.
local function isWaitedFor(other) return laneNumber(line, other, "live") > 0 or laneText(line, other, "heldBack") == "1" end
local ownLive, anyLive = isWaitedFor(lane), false
for other = 0, line.lanes - 1 do anyLive = anyLive or isWaitedFor(other) end
-- Whom a loss made the line forget has bought as well.
local unknown = has(line, "stock") and countUnknown(keys.unnamedSeats, line.now) or 0
local granted = 0

-- How many who are waited for, or were refused in this call, stand before the number that is looked
-- at, and the lowest of them. In random order numbers say nothing, and nobody is waited for.
local isRandom = text(line, "method") == "random"
local awaited, order, hasNews = {}, {}, false
if not isRandom then awaited, order = readAsking(keys.asking, lane, line.now) end
local passed, ahead, lowest = 0, 0, nil
local function standBefore(n)
  ahead = ahead + 1
  if not isRandom then lowest = lowest or n end
end
local function lookFrom(n)
  while passed < #order and order[passed + 1] < n do
    passed = passed + 1
    if awaited[order[passed]] then standBefore(order[passed]) end
  end
end

local function isLate(n) return not awaited[n] and anyLive and (not ownLive or n <= lateBoundary) end

-- When a number that found no slot shall ask again. Whoever is in time is waited for until then. `renewedBy`
-- is the queue id where an admission is renewed.
local late = { refused = 0 }
local function refuse(n, renewedBy)
  -- While anything is reserved, it may be for sale again.
  if stock.isCounted and number(line, "stock") <= 0 and not renewedBy then
    if not isRandom and not isLate(n) then
      awaited[n] = 0
      hasNews = true
    end
    return "soldout"
  end
  local ms
  if isLate(n) then
    ms = untilLateSlotMs(line, pace, seats, stock, late)
  else
    ms = math.min(LINE.askAgainMs, math.max(untilSlotMs(line, pace, seats, stock, ahead), untilRoomMs(net)))
    if not renewedBy and not awaited[n] then standBefore(n) end
    if not renewedBy and not isRandom then
      awaited[n] = line.now + math.max(AWAITED.leastMs, ms + AWAITED.graceMs)
      hasNews = true
    end
  end
  return string.format("wait:%.0f", math.max(1, math.ceil(ms)))
end

-- Whether the bucket, the safety net and what an operator gives by hand have so many slots.
local function hasSlots(wanted)
  if number(line, "tokens") < wanted or not hasRoom(net, wanted) then return false end
  return not has(line, "grants") or number(line, "grants") >= wanted
end

-- Whether the stock and the active cap have room for so many.
local function hasPlaces(wanted) return admissionsLeft(line, stock) >= wanted + unknown and hasSeats(seats, wanted) end

-- What is there goes to those first who stand before; a late number has a share of its own instead. A renewal keeps
-- its reservation, and its seat unless that has ended.
local function isAvailable(n, renewedBy)
  local isOfLate = isLate(n)
  local wanted = isOfLate and 1 or 1 + ahead
  if not hasSlots(wanted) or (isOfLate and number(line, "lateTokens") < 1) then return false end
  if not isOfLate and lowest and apart(line, lane, lowest, n) > LINE.orderSeconds * pace.rate then return false end
  if not mayTakeFromLane(line, lane) then return false end
  if not renewedBy then return hasPlaces(wanted) end
  return holdsSeat(seats, renewedBy) or hasSeats(seats, wanted)
end

local function countSlot(n)
  put(line, "tokens", number(line, "tokens") - 1)
  takeRoom(net)
  putLane(line, lane, "laneTokens", laneNumber(line, lane, "laneTokens") - 1)
  if awaited[n] then
    awaited[n] = nil
    hasNews = true
  end
  if has(line, "grants") then put(line, "grants", number(line, "grants") - 1) end
  granted = granted + 1
end

local function takeSlot(n, renewedBy)
  if not isAvailable(n, renewedBy) then return false end
  if isLate(n) then put(line, "lateTokens", number(line, "lateTokens") - 1) end
  countSlot(n)
  return true
end

-- Whom an operator lets in next has the next slot, whoever stands before in whichever lane. Nobody waits for them: they
-- ask until they get it. Answers when to ask again; nothing where they are in.
local function takeOutOfTurn(n)
  if hasSlots(1) and hasPlaces(1) then return countSlot(n) end
  if stock.isCounted and number(line, "stock") <= 0 then return "soldout" end
  local ms = math.min(LINE.askAgainMs, math.max(untilSlotMs(line, pace, seats, stock, 0), untilRoomMs(net)))
  return string.format("wait:%.0f", math.max(1, math.ceil(ms)))
end

-- For whom there is no renewal: until when they are in, or nothing.
local function insideUntil(seatEndMs)
  return seatEndMs > line.now and string.format("inside:%.0f", seatEndMs) or "spent"
end

-- For a number that was admitted before: the same admission while it is valid, then a renewal while the session
-- may last.
local function admitAgain(n, id, text, claim, shownId)
  if isVisitOver(keys, id, shownId) then return "spent" end
  local held = recall(admissions, id)
  local at, first, renewals, heldClaim, queueId = string.match(held, "^(%d+):(%d+):(%d+):(%x*):(.*)$")
  if not at then return insideUntil(seatEndOf(keys.seats, shownId) or 0) end
  if heldClaim ~= claim then return "used" end
  if line.now <= tonumber(at) + number(line, "validitySeconds") * 1000 then
    return "admitted:" .. at .. ":" .. renewals
  end
  local seatEndMs = seatEndOf(keys.seats, queueId) or at + seats.seatMs
  local sessionEndMs = seatEndMs - number(line, "validitySeconds") * 1000 - SEATS.arrivalMs
  local isOver = line.now > math.max(tonumber(first) + LINE.renewMs, sessionEndMs)
  if tonumber(renewals) >= LINE.renewLimit or isOver then return insideUntil(seatEndMs) end
  if not takeSlot(n, queueId) then return refuse(n, queueId) end
  takeSeat(seats, queueId)
  moveReservation(stock, queueId, line.now + seats.seatMs, "GT")
  local renewed = string.format("%d", renewals + 1)
  remember(admissions, id, { number = text, claim = claim, queueId = queueId, firstText = first, renewals = renewed })
  return "admitted:" .. admissions.nowText .. ":" .. renewed
end

local last, serving = laneNumber(line, lane, "last"), laneNumber(line, lane, "serving")
local fresh, beyond = 0, 0
local queueIds = {}
for queueId in string.gmatch(args.members, "[^ ]* [^ ]* ([^; ]*)[^;]*;") do queueIds[#queueIds + 1] = queueId end
local moves = movesOf(line, keys.moves, queueIds)
-- False for the place of a device before. A loss may have made the line forget a move that a place shows.
local function isOfThisDevice(queueId, shown)
  local times = moves[queueId] or 0
  if shown > times then
    noteMove(line, keys.moves, queueId, shown)
    moves[queueId] = shown
  end
  return shown >= times
end

-- In random order the caller has checked that the visitor has won.
local function outcomeOf(text, claim, queueId, mark, shownMoves)
  local n = tonumber(text)
  if not isOfThisDevice(queueId, tonumber(shownMoves) or 0) then return "moved" end
  -- They come first in their call, whatever stands before them.
  if mark ~= "!" then lookFrom(n) end
  if n > last then return "early" end
  local id = idOf(admissions, n)
  if isSpent(admissions, id) then return admitAgain(n, id, text, claim, queueId) end
  if mark == "+" then
    -- A backup that is older than this admission has it no more: once is once all the same.
    redis.call("SETBIT", keys.spent, id, 1)
    return insideUntil(seatEndOf(keys.seats, queueId) or 0)
  end
  if mark == "!" then
    local refused = takeOutOfTurn(n)
    if refused then return refused end
  else
    if n > serving and not isRandom then return "early" end
    if not takeSlot(n, nil) then return refuse(n, nil) end
  end
  spend(admissions, id)
  if n > serving then beyond = beyond + 1 end
  takeSeat(seats, queueId)
  reserveUnits(line, stock, queueId, line.now + seats.seatMs)
  local now = admissions.nowText
  remember(admissions, id, {
    number = text,
    claim = claim,
    queueId = queueId,
    firstText = now,
    renewals = "0",
    isOutOfTurn = mark == "!",
  })
  fresh = fresh + 1
  return "admitted:" .. now .. ":0"
end
for text, claim, queueId, mark, shownMoves in string.gmatch(args.members, "([^ ]*) ([^ ]*) ([^; ]*) ?([%+!]?)(%d*);") do
  outcomes[#outcomes + 1] = outcomeOf(text, claim, queueId, mark, shownMoves)
end
put(line, "admitted", number(line, "admitted") + fresh)
putLane(line, lane, "gone", laneNumber(line, lane, "gone") + beyond)
if isRandom then putLane(line, lane, "backlog", math.max(0, laneNumber(line, lane, "backlog") - fresh)) end
if granted > 0 then put(line, "countedMinute", minuteOf(line)) end
keepNet(line, net)
flush(line)
keepAdmissions(admissions, "queue")
keepUnnamedSeats(seats)
if hasNews then keepAsking(keys.asking, lane, awaited) end
if granted > 0 then
  local figures = openFigures(keys.figures, line.now)
  addFigures(figures, 0, granted, nil)
  addToLane(line, figures, lane, granted)
end
return answerAll()
