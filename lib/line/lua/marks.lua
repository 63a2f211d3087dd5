-- What counts against a place: a byte a number, in one string, written only where there is something.
-- NEEDS epochs
-- LEAVES keepMarks

-- Keeps the marks of numbers from `first` on, a byte for each.
local function keepMarks(line, key, lane, first, marks)
  local isAny = false
  for _, byte in ipairs(marks) do isAny = isAny or byte > 0 end
  if not isAny then return end
  local lanes, start = line.lanes, positionOf(line, lane, first)
  local last = start + #marks - 1
  if (last + 1) * lanes > MARKS.bytes then return end
  if lanes == 1 then
    redis.call("SETRANGE", key, start, string.char(unpack(marks)))
    return
  end
  -- Between them stand those of other lanes.
  local from, to = start * lanes + lane, last * lanes + lane
  local bytes = { string.byte(redis.call("GETRANGE", key, from, to), 1, -1) }
  for i = #bytes + 1, to - from + 1 do bytes[i] = 0 end
  for i, byte in ipairs(marks) do bytes[1 + (i - 1) * lanes] = byte end
  redis.call("SETRANGE", key, from, string.char(unpack(bytes)))
end
