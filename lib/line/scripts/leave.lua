-- NEEDS line guard stock moves minutes leaves
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local stock = openStock(line, keys)
local queueIds = {}
for _, queueId, _ in eachMember() do queueIds[#queueIds + 1] = queueId end
local counted = { kind = args.kind, part = partOf(line), minute = minuteOf(line) }
local moves, ended = movesOf(line, keys.moves, queueIds), {}
for n, queueId, shownMoves in eachMember() do
  -- A device gives nothing back that went to another one.
  local isOfThisDevice = shownMoves >= (moves[queueId] or 0)
  ended[#ended + 1] = isOfThisDevice and endPlace(line, keys, stock, args.lane, n, queueId, counted) or "none"
end
put(line, "countedMinute", counted.minute)
flush(line)
return answer({ part = counted.part, minute = counted.minute, ended = ended })
