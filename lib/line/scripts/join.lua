-- NEEDS line guard phase people figures joins minutes sources marks
local line = readLine(keys.line, keys.epochs)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
if not takesJoins(line, lane) then return { "CLOSED" } end

local joins, ids = openJoins(line, keys, lane), joinIdsOf(args.joinIds)
joins.chance = args.chance
local found, sources = findJoins(joins, ids), openSources(line, keys, args.limits, args.sources)
local room, limit = math.huge, number(line, "lineLimit")
if limit > 0 then room = math.max(0, limit - waitingInAll(line)) end

-- Who is over the limit of a source is left out; the others get numbers as if it had not asked.
local taken, turnOf, marks, loads = {}, {}, {}, {}
local isAnyRepeated, isAnyBusy = false, false
for i, id in ipairs(ids) do
  loads[i] = 0
  if found[i] or turnOf[id] then
    isAnyRepeated = true
  elseif #taken < room then
    local isOpen, told = isOpenTo(sources, i)
    if isOpen then
      taken[#taken + 1] = id
      turnOf[id], marks[#taken] = #taken, told
    else
      loads[i], isAnyBusy = told, true
    end
  end
end
local count, first = #taken, laneNumber(line, lane, "last") + 1

-- Where an id is there for the first time and once only, its number follows from its turn.
local repeatedNumbers, repeatedCalls = {}, {}
if isAnyRepeated then
  local isSeen = {}
  for i, id in ipairs(ids) do
    local held, call = string.match(found[i] or "", "^(%d+):?(%d*)$")
    if held and call ~= "" then repeatedCalls[#repeatedCalls + 1] = call end
    if not held and isSeen[id] and turnOf[id] then held = string.format("%.0f", first + turnOf[id] - 1) end
    isSeen[id] = true
    repeatedNumbers[i] = held or "0"
  end
end

if count > 0 then
  putLane(line, lane, "last", first + count - 1)
  put(line, "joined", number(line, "joined") + count)
  put(line, "joinsNotedAtMs", line.now)
  countInMinute(line, keys.minutes, lane, "joins", count)
end
flush(line)
if count > 0 then
  noteJoins(joins, taken, first)
  keepSources(sources)
  keepMarks(line, keys.marks, lane, first, marks)
  addFigures(openFigures(keys.figures, line.now), count, 0, nil)
end
return answer({
  lineTimeMs = line.now,
  firstNumber = first,
  count = count,
  repeatedNumbers = repeatedNumbers,
  repeatedCalls = repeatedCalls,
  loads = isAnyBusy and loads or {},
})
