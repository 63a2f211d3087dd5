-- NEEDS line guard phase people figures minutes codes rights moves sources marks
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane, chance = args.lane, args.chance

local function placeOf(kind, id)
  return id ~= "" and redis.call("HGET", keys.rights, kind .. ":" .. id) or nil
end
local function refuse(type, load) return answer({ type = type, place = "", isNew = 0, moves = 0, load = load or 0, code = "" }) end

local place = placeOf("k", args.tokenKey) or placeOf("j", args.joinId)
if place then
  local queueId = string.match(place, "([^:]*)$")
  local moves = movesOf(line, keys.moves, { queueId })[queueId] or 0
  return answer({ type = "placed", place = place, isNew = 0, moves = moves, load = 0, code = "" })
end
if placeOf("t", args.tokenId) then return refuse("used") end
local code = args.codeId ~= "" and readCode(keys.codes, args.codeId) or nil
if code then
  if not code.isKnown then return refuse("unknown") end
  local laneOfIts = laneOfCode(code, args.laneKeys)
  local reason = whyRefused(line, code, laneOfIts)
  if reason then
    noteCode(line, keys, args.codeId, code.refused + 1, code.usedAtMs)
    return refuse(reason)
  end
  if laneOfIts >= 0 and chance >= 0 then
    chance = laneOfIts
  elseif laneOfIts >= 0 then
    lane = laneOfIts
  end
end
if not takesJoins(line, lane) then return refuse("closed") end
local limit = number(line, "lineLimit")
if limit > 0 and waitingInAll(line) >= limit then return refuse("full") end
local sources = openSources(line, keys, args.limits, args.sources)
local isOpen, told = isOpenTo(sources, 1)
if not isOpen then
  flush(line)
  return refuse("busy", told)
end
local n = laneNumber(line, lane, "last") + 1
putLane(line, lane, "last", n)
put(line, "joined", number(line, "joined") + 1)
countInMinute(line, keys.minutes, lane, "joins", 1)
flush(line)
keepSources(sources)
keepMarks(line, keys.marks, lane, n, { told })
local lanes = chance > 0 and string.format("%d+%d", lane, chance) or string.format("%d", lane)
place = string.format("%.0f:%s:%.0f:%s", n, lanes, line.now, args.queueId)
keepRight(keys.rights, {
  joinId = args.joinId,
  tokenKey = args.tokenKey,
  tokenId = args.tokenId,
  codeId = args.codeId,
  place = place,
})
local left = code and string.format("%.0f:%.0f", code.lane, code.left - 1) or ""
if code then
  redis.call("HSET", keys.codes, args.codeId, left)
  noteCode(line, keys, args.codeId, code.refused, line.now)
end
addFigures(openFigures(keys.figures, line.now), 1, 0, nil)
return answer({ type = "placed", place = place, isNew = 1, moves = 0, load = 0, code = left })
