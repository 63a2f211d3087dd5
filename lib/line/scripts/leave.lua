-- NEEDS line guard stock moves leaves
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local stock = openStock(line, keys)
local queueIds = {}
for _, queueId, _ in eachMember() do queueIds[#queueIds + 1] = queueId end
local moves = movesOf(line, keys.moves, queueIds)
for n, queueId, shownMoves in eachMember() do
  -- A device gives nothing back that went to another one.
  local isOfThisDevice = shownMoves >= (moves[queueId] or 0)
  if isOfThisDevice then endPlace(line, keys, stock, args.lane, n, queueId) end
end
flush(line)
return answer({})
