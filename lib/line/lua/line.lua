-- The hash of a line: read whole once, changed in memory, written once.
-- NEEDS
-- LEAVES emptyLine readLine number text has put drop laneNumber laneText putLane flush

-- A line without fields. `epochsKey` is given where numbers of epochs that are over may be asked for.
local function emptyLine(lineKey, epochsKey)
  return {
    key = lineKey,
    epochsKey = epochsKey,
    fields = {},
    changed = {},
    dropped = {},
    -- What was looked up of epochs and holes.
    epochs = {},
    looked = {},
    holes = {},
    lanes = 1,
  }
end

-- Answers the line with its fields, how many lanes it has, and what time it is. Line time is the clock of
-- Redis plus a stored correction, and never earlier than it was noted before. A line that is not there has no
-- field `run`.
local function readLine(lineKey, epochsKey)
  local line = emptyLine(lineKey, epochsKey)
  local fields = line.fields
  local flat = redis.call("HGETALL", lineKey)
  for i = 1, #flat, 2 do fields[flat[i]] = flat[i + 1] end
  local time = redis.call("TIME")
  line.lanes = math.max(1, (fields["lanes"] or 0) + 0)
  line.rawMs = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  line.now = math.max(line.rawMs + (fields["correctionMs"] or 0), (fields["lineAtMs"] or 0) + 0)
  return line
end

-- The name of a field in a lane.
local function laneField(lane, field) return lane == 0 and field or field .. "." .. lane end

-- Adding takes a text as a number, in a fifth of the time of `tonumber`.
local function number(line, field) return (line.fields[field] or 0) + 0 end

local function text(line, field) return line.fields[field] or "" end

local function has(line, field) return line.fields[field] ~= nil end

-- A number stays one until it is written: some change with every member of a call.
local function put(line, field, value)
  local held = line.fields[field]
  if held == value then return end
  if type(value) == "number" and held and held + 0 == value then return end
  line.fields[field] = value
  line.changed[field] = true
end

local function drop(line, field)
  if line.fields[field] == nil then return end
  line.fields[field] = nil
  line.changed[field] = nil
  line.dropped[#line.dropped + 1] = field
end

local function laneNumber(line, lane, field) return number(line, laneField(lane, field)) end

local function laneText(line, lane, field) return text(line, laneField(lane, field)) end

local function putLane(line, lane, field, value) put(line, laneField(lane, field), value) end

-- Writes what has changed.
local function flush(line)
  if #line.dropped > 0 then
    redis.call("HDEL", line.key, unpack(line.dropped))
    line.dropped = {}
  end
  local pairsOfFields = {}
  for field in pairs(line.changed) do
    local value = line.fields[field]
    if type(value) == "number" then
      local isWhole = value % 1 == 0 and math.abs(value) < 2 ^ 53
      value = string.format(isWhole and "%d" or "%.17g", value)
      line.fields[field] = value
    end
    pairsOfFields[#pairsOfFields + 1] = field
    pairsOfFields[#pairsOfFields + 1] = value
  end
  if #pairsOfFields > 0 then redis.call("HSET", line.key, unpack(pairsOfFields)) end
  line.changed = {}
end
