-- Which joins were carried out: by join id the number that it got. They stand in two halves that take turns,
-- like recent admissions, so that looking for one and forgetting all of them cost the same however many there are.
-- NEEDS line
-- LEAVES openJoins joinIdsOf findJoins noteJoins restoreJoins

-- The half whose turn it is, and the other.
local function openJoins(line, keys, lane)
  local isEven = number(line, "joinsTurn") == 0
  return {
    line = line,
    lane = lane,
    current = isEven and keys.joinsEven or keys.joinsOdd,
    former = isEven and keys.joinsOdd or keys.joinsEven,
  }
end

-- The ids of a call, which stand in one text one after the other.
local function joinIdsOf(text)
  local ids = {}
  for at = 1, #text, JOINS.idBytes do ids[#ids + 1] = string.sub(text, at, at + JOINS.idBytes - 1) end
  return ids
end

-- An id is noted for its lane.
local function joinFields(joins, ids)
  if joins.lane == 0 then return ids end
  local fields = {}
  for i, id in ipairs(ids) do fields[i] = id .. ":" .. joins.lane end
  return fields
end

-- For each id what it got, or false: a number, and with a draw `number:first number of its call`.
local function findJoins(joins, ids)
  local fields = joinFields(joins, ids)
  local found = redis.call("HMGET", joins.current, unpack(fields))
  -- In the first minutes of a rush, when it counts, the other half is empty but for what keeps it in being.
  if redis.call("HLEN", joins.former) == 1 then return found end
  for i, former in ipairs(redis.call("HMGET", joins.former, unpack(fields))) do found[i] = found[i] or former end
  return found
end

-- The field of a call with a draw, and what it holds.
local function callOf(joins, ids, first, atMs)
  local time = string.format("%.0f", atMs)
  if (joins.chance or 0) > 0 then time = string.format("%s+%.0f", time, joins.chance) end
  return string.format("call of lane %d from %.0f", joins.lane, first), time .. ":" .. table.concat(ids)
end

-- Notes that ids got the numbers from `first` on. With a draw the ids of the call stay together as well: its
-- group follows from them, and in a lottery from their lane. That field is longer than any of an id.
local function noteJoins(joins, ids, first)
  local isDrawn, values = text(joins.line, "draw") == "1", {}
  for i, field in ipairs(joinFields(joins, ids)) do
    local got = first + i - 1
    -- A number that is given as one costs less than a text that is made of it here.
    values[2 * i - 1], values[2 * i] = field, isDrawn and string.format("%.0f:%.0f", got, first) or got
  end
  if isDrawn then values[#values + 1], values[#values + 2] = callOf(joins, ids, first, joins.line.now) end
  redis.call("HSET", joins.current, unpack(values))
end

-- Notes those of a call again that are not known any more.
local function restoreJoins(joins, ids, first, atMs)
  local isDrawn, fields, values = text(joins.line, "draw") == "1", joinFields(joins, ids), {}
  for i, found in ipairs(findJoins(joins, ids)) do
    if not found then
      values[#values + 1] = fields[i]
      values[#values + 1] = string.format(isDrawn and "%.0f:%.0f" or "%.0f", first + i - 1, first)
    end
  end
  if #values == 0 then return end
  if isDrawn then values[#values + 1], values[#values + 2] = callOf(joins, ids, first, atMs) end
  redis.call("HSET", joins.current, unpack(values))
end
