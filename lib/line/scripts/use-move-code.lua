-- NEEDS line guard bits moves
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local function refuse() return answer({ moves = 0, queueId = "" }) end
local field = "code:" .. args.codeId
local untilText, n, lane, isDrawn, times, queueId = string.match(redis.call("HGET", keys.moveCodes, field) or "",
  "^(%d+) (%d+) (%d+) (%d) (%d+) ([^ ]+) ")
if not untilText then return refuse() end
redis.call("HDEL", keys.moveCodes, field, "of:" .. queueId)
if tonumber(untilText) <= line.now then return refuse() end
if (movesOf(line, keys.moves, { queueId })[queueId] or 0) > tonumber(times) then return refuse() end
-- Since the draw the number is another one; entering knows whether that is spent.
local isNow = (tonumber(isDrawn) == 1) == has(line, "drawOpensAtMs")
if isNow and redis.call("GETBIT", keys.spent, bitOf(line, tonumber(lane), tonumber(n))) == 1 then return refuse() end
local moves = tonumber(times) + 1
noteMove(line, keys.moves, queueId, moves)
flush(line)
return answer({ moves = moves, queueId = queueId })
