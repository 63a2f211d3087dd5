-- NEEDS line guard phase people figures minutes codes moves sources marks
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane

local function placeOf(kind, id)
  return id ~= "" and redis.call("HGET", keys.rights, kind .. ":" .. id) or nil
end
local function refuse(type, load) return answer({ type = type, place = "", isNew = 0, moves = 0, load = load or 0 }) end

local place = placeOf("k", args.tokenKey) or placeOf("j", args.joinId)
if place then
  local queueId = string.match(place, "([^:]*)$")
  local moves = movesOf(line, keys.moves, { queueId })[queueId] or 0
  return answer({ type = "placed", place = place, isNew = 0, moves = moves, load = 0 })
end
if placeOf("t", args.tokenId) then return refuse("used") end
-- Notes how a code fared, for the worker to store.
local function noteCode(refused, usedAtMs)
  writeCodeUses(keys.codes, args.codeId, refused, usedAtMs)
  redis.call("ZADD", keys.codeUses, string.format("%.0f", line.now), args.codeId)
end
local code = args.codeId ~= "" and readCode(keys.codes, args.codeId) or nil
if code then
  if not code.isKnown then return refuse("unknown") end
  if code.revokedLeft or code.left < 1 then
    noteCode(code.refused + 1, code.usedAtMs)
    return refuse(code.revokedLeft and "revoked" or "spent")
  end
  if code.lane >= 0 then lane = code.lane end
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
place = string.format("%.0f:%d:%.0f:%s", n, lane, line.now, args.queueId)
redis.call("HSET", keys.rights, "j:" .. args.joinId, place)
if args.tokenKey ~= "" then redis.call("HSET", keys.rights, "k:" .. args.tokenKey, place) end
if args.tokenId ~= "" then redis.call("HSET", keys.rights, "t:" .. args.tokenId, place) end
if code then
  redis.call("HSET", keys.codes, args.codeId, string.format("%.0f:%.0f", code.lane, code.left - 1))
  noteCode(code.refused, line.now)
end
addFigures(openFigures(keys.figures, line.now), 1, 0, nil)
return answer({ type = "placed", place = place, isNew = 1, moves = 0, load = 0 })
