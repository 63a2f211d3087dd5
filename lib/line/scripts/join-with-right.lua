-- NEEDS line guard phase people figures minutes
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane

local function placeOf(kind, id)
  return id ~= "" and redis.call("HGET", keys.rights, kind .. ":" .. id) or nil
end
local function refuse(type) return answer({ type = type, place = "", isNew = 0 }) end

local place = placeOf("k", args.tokenKey) or placeOf("j", args.joinId)
if place then return answer({ type = "placed", place = place, isNew = 0 }) end
if placeOf("t", args.tokenId) then return refuse("used") end
local codeLeft = nil
if args.codeId ~= "" then
  local code = redis.call("HGET", keys.codes, args.codeId)
  if not code then return refuse("unknown") end
  local codeLane, uses = string.match(code, "^(%-?%d+):(%d+)$")
  if tonumber(uses) < 1 then return refuse("spent") end
  if tonumber(codeLane) >= 0 then lane = tonumber(codeLane) end
  codeLeft = codeLane .. ":" .. string.format("%.0f", uses - 1)
end
if not takesJoins(line, lane) then return refuse("closed") end
local limit = number(line, "lineLimit")
if limit > 0 and waitingInAll(line) >= limit then return refuse("full") end
local n = laneNumber(line, lane, "last") + 1
putLane(line, lane, "last", n)
put(line, "joined", number(line, "joined") + 1)
countInMinute(line, keys.minutes, lane, "joins", 1)
flush(line)
place = string.format("%.0f:%d:%.0f:%s", n, lane, line.now, args.queueId)
redis.call("HSET", keys.rights, "j:" .. args.joinId, place)
if args.tokenKey ~= "" then redis.call("HSET", keys.rights, "k:" .. args.tokenKey, place) end
if args.tokenId ~= "" then redis.call("HSET", keys.rights, "t:" .. args.tokenId, place) end
if codeLeft then redis.call("HSET", keys.codes, args.codeId, codeLeft) end
addFigures(openFigures(keys.figures, line.now), 1, 0, nil)
return answer({ type = "placed", place = place, isNew = 1 })
