-- NEEDS line holes epochs replicas clock unnamed-seats guard limits minutes safety-net sources people
local held = readLine(keys.line, keys.epochs)
if number(held, "run") >= args.runId then return { "EXISTS" } end
local isKept = has(held, "run")
local isNews = isKept and text(held, "replid") ~= replicationId(shared)
if isNews then
  -- Nobody has noticed yet what the run before has lost.
  local call = { callerLineMs = args.callerLineMs, heardMs = args.heardMs, holdMs = LINE.lossHoldMs, lane = 0 }
  loseLine(held, call, keys.unnamedSeats, shared, 0)
elseif not isKept and args.callerLineMs > 0 then
  held.now = args.callerLineMs
end
local now = held.now
if isKept then noteEnd(held, keys.minutes) end
redis.call("UNLINK", keys.line, keys.epochs, keys.spent, keys.confirmed, keys.presenceDue, keys.recentEven, keys.recentOdd, keys.joinsEven, keys.joinsOdd,
  keys.asking, keys.moves, keys.moveCodes, keys.drawGroups, keys.drawOrder, keys.ended, keys.joinCounts,
  keys.joinSketch, keys.marks)

local line = emptyLine(keys.line, keys.epochs)
line.rawMs, line.now = held.rawMs, now
for field, value in eachMember() do put(line, field, value) end
local isRecovered = args.skip > 0
local holdMs = isRecovered and holdFor(args.holdMs, shared) or args.holdMs
if isRecovered then noteOffset(line, shared) end
put(line, "run", args.runId)
put(line, "replid", replicationId(shared))
moveTime(line, now)
put(line, "tokens", number(held, "tokens"))
put(line, "tokensAtMs", isKept and number(held, "tokensAtMs") or now)
put(line, "lateTokens", 0)
put(line, "tickAtMs", now)
put(line, "silenceAtMs", now)
put(line, "recentTurn", 0)
put(line, "recentTurnedAtMs", now)
put(line, "joinsTurn", 0)
put(line, "joinsTurnedAtMs", now)
put(line, "joinsNotedAtMs", now)
for _, counter in ipairs({ "joined", "admitted", "outside", "writtenBack" }) do put(line, counter, 0) end
put(line, "sourcesSinceMs", now)
put(line, "losses", isRecovered and 1 or 0)
put(line, "lossAtMs", isRecovered and now or number(held, "lossAtMs"))
put(line, "holdUntilMs", math.max(now + holdMs, number(held, "holdUntilMs")))
if isRecovered then beginPart(line, replicationId(shared)) end
redis.call("HSETNX", keys.unnamedSeats, "-", "0")
if isKept then
  -- What belongs to the event and not to the run goes on.
  for _, field in ipairs({ "clockJumpMs", "copyAtMs", "heldOffset", "restoring", "figuresPart", "letIn", "netAtMs", "stockAtMs" }) do
    if has(held, field) then put(line, field, text(held, field)) end
  end
  put(line, "nodes", (string.gsub(text(held, "nodes"), ":[^:;]-(e?);", ":%1;")))
  replaceLimits(line, number(held, "limitsVersion"), number(held, "limitsAtMs"), limitsText(held))
  beginNet(line, number(held, "safetyNetPerMinute"), number(held, "outflowPerMinute"))
  if isNews then
    -- The loss may have undone settings that this run has again.
    local longerMs = number(line, "seatMs") - number(held, "seatMs")
    local most = lostAdmissions(number(line, "outflowPerMinute"), number(line, "safetyNetPerMinute"))
    widenUnknown(keys.unnamedSeats, now, longerMs, most)
  end
else
  replaceLimits(line, args.limitsVersion, args.limitsAtMs, args.limits)
  if args.isRestoring == 1 then put(line, "restoring", "1") end
  for untilMs, most, ids in string.gmatch(args.unknown, "(%d+):(%d+):([^;]*);") do
    noteUnknown(keys.unnamedSeats, now, tonumber(untilMs), tonumber(most), { ids })
  end
end

local keptHoles = {}
for text in string.gmatch(args.holes .. "|", "([^|]*)|") do keptHoles[#keptHoles + 1] = text end
local lane = 0
for last, serving in string.gmatch(args.lanes, "(%d+):(%d+);") do
  putLane(line, lane, "last", last + 0)
  putLane(line, lane, "keptLast", last + 0)
  putLane(line, lane, "serving", serving + 0)
  putLane(line, lane, "live", 0)
  putLane(line, lane, "allowance", 0)
  putLane(line, lane, "holes", isRecovered and keptHoles[lane + 1] or "")
  if isRecovered then
    put(line, "joined", number(line, "joined") + countHeld(line, lane, 1, last + 0))
    knowPastEpochs(line, lane)
    endEpoch(line, lane, args.skip)
  end
  putLane(line, lane, "history", string.format("%.0f:%.0f:0:0;", number(line, "holdUntilMs"), serving))
  lane = lane + 1
end
put(line, "lanes", lane)
flush(line)

-- Every key of the event exists from here on.
redis.call("HSET", keys.epochs, "-", "")
redis.call("SETBIT", keys.spent, 0, 1)
redis.call("SETBIT", keys.confirmed, 0, 0)
redis.call("SETBIT", keys.ended, 0, 0)
redis.call("ZADD", keys.presenceDue, "+inf", "-")
redis.call("ZADD", keys.over, "+inf", "-")
redis.call("ZADD", keys.buyers, "+inf", "-")
redis.call("HSETNX", keys.buyerUnits, "-", "0")
redis.call("HSET", keys.recentEven, "0", "")
redis.call("HSET", keys.recentOdd, "0", "")
redis.call("HSET", keys.joinsEven, "-", "")
redis.call("HSET", keys.joinsOdd, "-", "")
if redis.call("EXISTS", keys.admissions) == 0 then
  redis.call("XADD", keys.admissions, "1-0", "r", "0")
  redis.call("XDEL", keys.admissions, "1-0")
end
beginSources(keys)
redis.call("SETRANGE", keys.marks, 0, "\0")
redis.call("HSET", keys.asking, "0", "")
redis.call("ZADD", keys.seats, "+inf", "-")
-- Those of the run before are given back behind it.
if isKept and redis.call("EXISTS", keys.rights) == 1 then
  redis.call("RENAME", keys.rights, keys.endedRights)
  redis.call("HSET", keys.endedRights, "-", text(held, "run"))
end
redis.call("HSETNX", keys.endedRights, "-", "0")
redis.call("HSET", keys.rights, "-", "")
redis.call("HSETNX", keys.codes, "-", "")
redis.call("HSET", keys.moves, "-", "")
redis.call("HSET", keys.moveCodes, "-", "")
redis.call("ZADD", keys.codeUses, "+inf", "-")
redis.call("ZADD", keys.drawGroups, 0, "-")
redis.call("HSET", keys.drawOrder, "-", "")
if redis.call("EXISTS", keys.figures) == 0 then redis.call("HSET", keys.figures, "0", "0:0:0:0") end
redis.call("HSETNX", keys.minutes, "-", "")
return answer({})
