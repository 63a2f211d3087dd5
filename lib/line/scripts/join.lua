-- NEEDS line guard phase people figures
local line = readLine(keys.line)
local stopped = guard(line, args, keys.unnamedSeats, shared)
if stopped then return stopped end
local lane = args.lane
if not takesJoins(line, lane) then return { "CLOSED" } end

local function eachId(ids)
  local at = 1 - JOURNAL.idBytes
  return function()
    at = at + JOURNAL.idBytes
    if at <= #ids then return string.sub(ids, at, at + JOURNAL.idBytes - 1), (at - 1) / JOURNAL.idBytes end
  end
end

-- Where the journal has the ids of the group: by id, the number and the entry of its call.
local function findRepeated()
  local found, missing, left = {}, {}, 0
  for id in eachId(args.joinIds) do
    if not missing[id] then missing[id], left = true, left + 1 end
  end
  local from = string.format("%.0f", line.rawMs - math.min(args.repeatedSinceMs + 1000, LINE.journalMs))
  for _, item in ipairs(redis.call("XRANGE", keys.journal, from, "+")) do
    local entry = {}
    for i = 1, #item[2], 2 do entry[item[2][i]] = item[2][i + 1] end
    for id, index in eachId(entry.l == tostring(lane) and entry.i or "") do
      if missing[id] then
        found[id] = { number = tonumber(entry.f) + index, entry = entry }
        missing[id], left = nil, left - 1
        if left == 0 then return found end
      end
    end
  end
  return found
end

local function toHex(bytes)
  return (string.gsub(bytes, ".", function(byte) return string.format("%02x", string.byte(byte)) end))
end

local ids, repeatedNumbers, repeatedBlocks = args.joinIds, {}, {}
if args.repeatedSinceMs >= 0 then
  local repeated, unknown = findRepeated(), {}
  for id in eachId(args.joinIds) do
    local first = repeated[id]
    if first and text(line, "draw") == "1" then
      repeatedBlocks[#repeatedBlocks + 1] = first.entry.f .. ":" .. first.entry.a .. ":" .. toHex(first.entry.i)
    end
    repeatedNumbers[#repeatedNumbers + 1] = string.format("%.0f", first and first.number or 0)
    if not first then unknown[#unknown + 1] = id end
  end
  ids = table.concat(unknown)
end
local wanted = #ids / JOURNAL.idBytes
local room = wanted
local limit = number(line, "lineLimit")
if limit > 0 then room = math.max(0, math.min(wanted, limit - waitingInAll(line))) end
local first = laneNumber(line, lane, "last") + 1
if room > 0 then
  putLane(line, lane, "last", first + room - 1)
  put(line, "joined", number(line, "joined") + room)
end
flush(line)
if room > 0 then
  redis.call("XADD", keys.journal, "MINID", "~", string.format("%.0f", line.rawMs - LINE.journalMs), "*",
    "f", string.format("%.0f", first), "i", string.sub(ids, 1, room * JOURNAL.idBytes), "l", tostring(lane),
    "a", string.format("%.0f", line.now))
  addFigures(openFigures(keys.figures, line.now), room, 0, nil)
end
return answer({
  lineTimeMs = line.now,
  firstNumber = first,
  count = room,
  repeatedNumbers = repeatedNumbers,
  repeatedBlocks = repeatedBlocks,
})
