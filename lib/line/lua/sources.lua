-- How often each source of joins has joined: an address, a network, an identity. Exactly for the first ones of a run,
-- in a hash; all others share cells of a sketch of fixed size, whose counts may be too high and are never too low.
-- NEEDS line
-- LEAVES beginSources openSources isOpenTo keepSources

-- Longer than what Redis packs into a list, in which looking for a field takes longer the more there are.
local SOURCES_HELD = string.rep("-", 65)

-- Makes the keys, without a source.
local function beginSources(keys)
  redis.call("HSET", keys.joinCounts, "-", SOURCES_HELD)
  redis.call("SETRANGE", keys.joinSketch, 0, "\0")
end

-- A count of an event that is always open would never begin anew.
local function forgetOldSources(line, keys)
  if text(line, "kind") ~= "always-on" or line.now - number(line, "sourcesSinceMs") < SOURCES.keptMs then return end
  redis.call("UNLINK", keys.joinCounts, keys.joinSketch)
  beginSources(keys)
  put(line, "sourcesSinceMs", line.now)
end

-- What was counted of a source: joins of the run, and of three slots that began with the one `age` slots ago.
local function noteCount(sources, j, run, age, first, second, third)
  sources.run[j] = run
  if age == 0 then
    sources.now[j], sources.before[j], sources.longBefore[j] = first, second, third
  else
    sources.now[j], sources.before[j] = 0, age == 1 and first or 0
    sources.longBefore[j] = age == 1 and second or age == 2 and first or 0
  end
end

-- A cell that is full may stand for any number.
local function countInCell(byte) return byte < 255 and byte or SOURCES.most end

-- Reads the cells of sources that are not counted exactly. Those that share one are counted as one.
local function readCells(sources, missing)
  local asked, cells, cellOf = {}, {}, {}
  for _, j in ipairs(missing) do
    local cell = struct.unpack(">I4", sources.wanted[j]) % SKETCH.cells
    if cellOf[cell] then
      sources.same[j] = cellOf[cell]
    else
      cellOf[cell] = j
      cells[#cells + 1] = j
      sources.cell[j] = string.format("#%d", cell)
      local at = 3 * #cells
      asked[at - 2], asked[at - 1], asked[at] = "GET", "u40", sources.cell[j]
    end
  end
  for i, held in ipairs(redis.call("BITFIELD", sources.sketchKey, unpack(asked))) do
    -- A byte each: the run, the slot, and three slots.
    local low = held % 16777216
    local high = (held - low) / 16777216
    local slot = high % 256
    local third = low % 256
    local second = (low - third) / 256 % 256
    noteCount(sources, cells[i], countInCell((high - slot) / 256), (sources.slot - slot) % 256,
      countInCell((low - third - 256 * second) / 65536), countInCell(second), countInCell(third))
  end
end

-- Looks up the sources of all members of a call. `packed` holds for each member a byte with how many it has, and 128
-- more where it has proven itself, a byte of marks, and for each source eight bytes and the place of its limit in
-- `limits`. One is `per minute:per run:beyond:mark;`, with 0 for no limit, and `beyond` 0 for a challenge, 1 for a
-- refusal, 2 for the mark alone. Empty where nobody has any.
local function openSources(line, keys, limits, packed)
  local sources = { key = keys.joinCounts, sketchKey = keys.joinSketch, slot = math.floor(line.now / SOURCES.slotMs) }
  local flags, marks, starts, refs, limitOf, wanted, placeOf = {}, {}, {}, {}, {}, {}, {}
  sources.flags, sources.marks, sources.starts, sources.refs, sources.limitOf = flags, marks, starts, refs, limitOf
  if packed == "" then return sources end
  local known = {}
  for perMinute, perRun, beyond, mark in string.gmatch(limits, "(%d+):(%d+):(%d+):(%d+);") do
    known[#known + 1] = { perMinute = perMinute + 0, perRun = perRun + 0, beyond = beyond + 0, mark = mark + 0 }
  end
  local at, i, ref = 1, 0, 0
  while at <= #packed do
    i = i + 1
    flags[i], marks[i] = string.byte(packed, at, at + 1)
    starts[i] = ref + 1
    at = at + 2
    for _ = 1, flags[i] % 128 do
      local key = string.sub(packed, at, at + 7)
      local j = placeOf[key]
      if not j then
        j = #wanted + 1
        wanted[j], placeOf[key] = key, j
      end
      ref = ref + 1
      refs[ref], limitOf[ref] = j, known[1 + string.byte(packed, at + 8)]
      at = at + 9
    end
  end
  sources.wanted, sources.same, sources.cell, sources.changed = wanted, {}, {}, {}
  sources.run, sources.now, sources.before, sources.longBefore = {}, {}, {}, {}
  if ref == 0 then return sources end
  forgetOldSources(line, keys)
  local isFull, missing = redis.call("HLEN", sources.key) > SOURCES.exact, {}
  for j, held in ipairs(redis.call("HMGET", sources.key, unpack(wanted))) do
    if held then
      local run, slot, first, second, third = struct.unpack(">HHHHH", held)
      noteCount(sources, j, run, (sources.slot - slot) % 65536, first, second, third)
    elseif isFull then
      missing[#missing + 1] = j
    else
      noteCount(sources, j, 0, 0, 0, 0, 0)
    end
  end
  if #missing > 0 then readCells(sources, missing) end
  return sources
end

-- How many times over a limit a source is; 0 within it. Of the last minute to minute and a half all joins count.
local function loadOf(sources, limit, j)
  local load, run = 0, sources.run[j]
  local recent = sources.now[j] + sources.before[j] + sources.longBefore[j]
  if limit.perMinute > 0 and recent >= limit.perMinute then load = math.floor(recent / limit.perMinute) end
  if limit.perRun > 0 and run >= limit.perRun then load = math.max(load, math.floor(run / limit.perRun)) end
  return load
end

-- Whether a member may join, and the marks of its place: counts it then. Else how many times over a limit it is, below
-- 0 where no proof helps; nothing is counted then.
local function isOpenTo(sources, i)
  local flags, marks, from = sources.flags[i], sources.marks[i], sources.starts[i]
  if not flags then return true, 0 end
  local to, load, refused = from + flags % 128 - 1, 0, 0
  for ref = from, to do
    local limit, j = sources.limitOf[ref], sources.refs[ref]
    local over = loadOf(sources, limit, sources.same[j] or j)
    if over > 0 then
      marks = bit.bor(marks, limit.mark)
      if limit.beyond == 0 and flags < 128 then load = math.max(load, over) end
      if limit.beyond == 1 then refused = math.max(refused, over) end
    end
  end
  if refused > 0 then return false, -math.max(load, refused) end
  if load > 0 then return false, load end
  for ref = from, to do
    local j = sources.refs[ref]
    j = sources.same[j] or j
    sources.run[j] = math.min(SOURCES.most, sources.run[j] + 1)
    sources.now[j] = math.min(SOURCES.most, sources.now[j] + 1)
    sources.changed[j] = true
  end
  return true, marks
end

-- Writes what was counted.
local function keepSources(sources)
  local fields, cells, field, cell = {}, {}, 0, 0
  for j in pairs(sources.changed or {}) do
    local run, now, before, longBefore = sources.run[j], sources.now[j], sources.before[j], sources.longBefore[j]
    if sources.cell[j] then
      local value = math.min(255, run) * 256 + sources.slot % 256
      value = (value * 256 + math.min(255, now)) * 65536 + math.min(255, before) * 256 + math.min(255, longBefore)
      cells[cell + 1], cells[cell + 2], cells[cell + 3], cells[cell + 4] = "SET", "u40", sources.cell[j], value
      cell = cell + 4
    else
      local value = struct.pack(">HHHHH", run, sources.slot % 65536, now, before, longBefore)
      fields[field + 1], fields[field + 2] = sources.wanted[j], value
      field = field + 2
    end
  end
  if field > 0 then redis.call("HSET", sources.key, unpack(fields)) end
  if cell == 0 then return end
  if redis.call("STRLEN", sources.sketchKey) < 5 * SKETCH.cells then
    -- Taken at once: growing bit by bit copies it again and again.
    redis.call("SETRANGE", sources.sketchKey, 5 * SKETCH.cells - 1, "\0")
  end
  redis.call("BITFIELD", sources.sketchKey, unpack(cells))
end
