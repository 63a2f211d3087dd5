-- NEEDS line guard phase people figures joins minutes
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
if not takesJoins(line, lane) then return { "CLOSED" } end

local joins, ids = openJoins(line, keys, lane), joinIdsOf(args.joinIds)
local found, unknown, turnOf = findJoins(joins, ids), {}, {}
local isAnyRepeated = false
for i, id in ipairs(ids) do
  if found[i] or turnOf[id] then
    isAnyRepeated = true
  else
    unknown[#unknown + 1] = id
    turnOf[id] = #unknown
  end
end
local room, limit = #unknown, number(line, "lineLimit")
if limit > 0 then room = math.max(0, math.min(room, limit - waitingInAll(line))) end
local first = laneNumber(line, lane, "last") + 1

-- Where an id is there for the first time and once only, its number follows from its turn.
local repeatedNumbers, repeatedCalls = {}, {}
if isAnyRepeated then
  local isSeen = {}
  for i, id in ipairs(ids) do
    local held, call = string.match(found[i] or "", "^(%d+):?(%d*)$")
    if held and call ~= "" then repeatedCalls[#repeatedCalls + 1] = call end
    if not held and isSeen[id] and turnOf[id] <= room then held = string.format("%.0f", first + turnOf[id] - 1) end
    isSeen[id] = true
    repeatedNumbers[i] = held or "0"
  end
end

if room > 0 then
  putLane(line, lane, "last", first + room - 1)
  put(line, "joined", number(line, "joined") + room)
  countInMinute(line, keys.minutes, lane, "joins", room)
end
flush(line)
if room > 0 then
  for i = #unknown, room + 1, -1 do unknown[i] = nil end
  noteJoins(joins, unknown, first)
  addFigures(openFigures(keys.figures, line.now), room, 0, nil)
end
return answer({
  lineTimeMs = line.now,
  firstNumber = first,
  count = room,
  repeatedNumbers = repeatedNumbers,
  repeatedCalls = repeatedCalls,
})
