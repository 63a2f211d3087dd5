-- NEEDS line guard bits moves
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local function refuse(type) return answer({ type = type, untilMs = 0, kept = "" }) end
local n, queueId = args.number, args.queueId
if n < 1 or n > laneNumber(line, args.lane, "last") then return refuse("spent") end
if redis.call("GETBIT", keys.spent, bitOf(line, args.lane, n)) == 1 then return refuse("spent") end
if (movesOf(line, keys.moves, { queueId })[queueId] or 0) > args.moves then return refuse("moved") end

-- Some of what is over goes with each new code, so that no more is kept than was made lately.
local some = redis.call("HRANDFIELD", keys.moveCodes, MOVES.sweptAtOnce, "WITHVALUES")
for i = 1, #some, 2 do
  local untilMs = string.match(some[i + 1], "^(%d+) ")
  if untilMs and tonumber(untilMs) <= line.now then redis.call("HDEL", keys.moveCodes, some[i]) end
end
-- The one before is worth nothing any more, and ends first: what is written back after a loss is told apart by that.
local heldUntilMs = tonumber((heldCode(keys.moveCodes, queueId)) or 0)
forgetHeldCode(keys.moveCodes, queueId)
local isFull = redis.call("HLEN", keys.moveCodes) >= 2 * MOVES.codes or redis.call("HLEN", keys.moves) >= MOVES.places
if isFull then return refuse("full") end
local untilMs = math.max(line.now + MOVES.codeMs, heldUntilMs + 1)
local isDrawn = has(line, "drawOpensAtMs") and 1 or 0
local place = string.format("%.0f %.0f %d %d %d %s %s", untilMs, n, args.lane, isDrawn, args.moves, queueId, args.sealed)
keepMoveCode(keys.moveCodes, args.codeId, queueId, place)
flush(line)
return answer({ type = "made", untilMs = untilMs, kept = place })
