-- How often each source of joins has joined: an address, a network, an identity. Exactly for the first ones of a run,
-- in a hash; for all others in a sketch of fixed size, whose counts may be too high and are never too low.
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

-- What the hash holds of a source: joins of the run, the slot of the last one, and joins of that slot and the two
-- before, two bytes each. `false` where it holds nothing.
local function exactCount(sources, held)
  if not held then return { run = 0, now = 0, before = 0, longBefore = 0 } end
  local a, b, c, d, e, f, g, h, i, j = string.byte(held, 1, 10)
  local age = (sources.slot - (c * 256 + d)) % 65536
  local count = { run = a * 256 + b, now = 0, before = 0, longBefore = 0 }
  if age == 0 then
    count.now, count.before, count.longBefore = e * 256 + f, g * 256 + h, i * 256 + j
  elseif age == 1 then
    count.before, count.longBefore = e * 256 + f, g * 256 + h
  elseif age == 2 then
    count.longBefore = e * 256 + f
  end
  return count
end

-- The block of a sketch in which a source is counted: a byte for the slot in which somebody was counted there last,
-- then cells for joins of the run, and cells for each of three slots. Cells are bytes that stay at their highest.
local function blockOf(sources, key)
  local a, b, c = string.byte(key, 1, 3)
  local index = ((a * 256 + b) * 256 + c) % SKETCH.blocks
  local block = sources.blocks[index]
  if block then return block end
  local at = index * SKETCH.blockBytes
  block = { string.byte(redis.call("GETRANGE", sources.sketchKey, at, at + SKETCH.blockBytes - 1), 1, -1) }
  for i = #block + 1, SKETCH.blockBytes do block[i] = 0 end
  local age, slot = (sources.slot - block[1]) % 256, 1 + SKETCH.runCells
  if age > 0 then
    for turn = 2, 0, -1 do
      for cell = 1, SKETCH.slotCells do
        local to = slot + turn * SKETCH.slotCells + cell
        block[to] = turn >= age and block[to - age * SKETCH.slotCells] or 0
      end
    end
    block[1] = sources.slot % 256
  end
  sources.blocks[index] = block
  return block
end

-- The cells of a source in its block: two for the run, and two of each slot.
local function cellsOf(key)
  local _, _, _, d, e, f, g = string.byte(key, 1, 7)
  local run, slot = d * 256 + e, f * 256 + g
  local first, second = run % SKETCH.runCells, slot % SKETCH.slotCells
  return 2 + first, 2 + (first + 1 + math.floor(run / SKETCH.runCells) % (SKETCH.runCells - 1)) % SKETCH.runCells,
    2 + SKETCH.runCells + second,
    2 + SKETCH.runCells + (second + 1 + math.floor(slot / SKETCH.slotCells) % (SKETCH.slotCells - 1)) % SKETCH.slotCells
end

-- A cell that is full may stand for any number.
local function lower(one, other)
  local least = math.min(one, other)
  return least < 255 and least or SOURCES.most
end

-- Joins of a source in this run, and in the last minute to minute and a half.
local function countsOf(sources, key)
  local count = sources.counts[key]
  if count then return count.run, count.now + count.before + count.longBefore end
  local block, run, otherRun, slot, otherSlot = blockOf(sources, key), cellsOf(key)
  local recent = 0
  for turn = 0, 2 * SKETCH.slotCells, SKETCH.slotCells do
    recent = recent + lower(block[slot + turn], block[otherSlot + turn])
  end
  return lower(block[run], block[otherRun]), recent
end

-- Looks up the sources of all members of a call. `packed` holds for each member a byte with how many it has, and 128
-- more where it has proven itself, a byte of marks, and for each source eight bytes and the place of its limit in
-- `limits`. One is `per minute:per run:beyond:mark;`, with 0 for no limit, and `beyond` 0 for a challenge, 1 for a
-- refusal, 2 for the mark alone. Empty where nobody has any.
local function openSources(line, keys, limits, packed)
  local sources = {
    line = line, key = keys.joinCounts, sketchKey = keys.joinSketch, packed = packed, starts = {}, counts = {},
    blocks = {}, changed = {}, slot = math.floor(line.now / SOURCES.slotMs) % 65536, limits = {},
  }
  if packed == "" then return sources end
  for perMinute, perRun, beyond, mark in string.gmatch(limits, "(%d+):(%d+):(%d+):(%d+);") do
    local limit = { perMinute = perMinute + 0, perRun = perRun + 0, beyond = beyond + 0, mark = mark + 0 }
    sources.limits[#sources.limits + 1] = limit
  end
  local at, wanted, isWanted = 1, {}, {}
  while at <= #packed do
    sources.starts[#sources.starts + 1] = at
    local count = string.byte(packed, at) % 128
    for _ = 1, count do
      local key = string.sub(packed, at + 2, at + 9)
      if not isWanted[key] then
        isWanted[key] = true
        wanted[#wanted + 1] = key
      end
      at = at + 9
    end
    at = at + 2
  end
  if #wanted == 0 then return sources end
  forgetOldSources(line, keys)
  local isFull = redis.call("HLEN", sources.key) > SOURCES.exact
  for i, held in ipairs(redis.call("HMGET", sources.key, unpack(wanted))) do
    if held or not isFull then sources.counts[wanted[i]] = exactCount(sources, held) end
  end
  return sources
end

-- How many times over a limit a source is; 0 within it.
local function loadOf(limit, run, recent)
  local load = 0
  if limit.perMinute > 0 and recent >= limit.perMinute then load = math.floor(recent / limit.perMinute) end
  if limit.perRun > 0 and run >= limit.perRun then load = math.max(load, math.floor(run / limit.perRun)) end
  return load
end

-- What the sources of a member come to: how many times over its limit the one is that is furthest over it, 0 where it
-- may join; whether that cannot be helped by a proof; and the marks of its place.
local function judge(sources, at)
  local flags, marks = string.byte(sources.packed, at, at + 1)
  local load, refused = 0, 0
  for source = at + 2, at + 2 + 9 * (flags % 128 - 1), 9 do
    local limit = sources.limits[1 + string.byte(sources.packed, source + 8)]
    local over = loadOf(limit, countsOf(sources, string.sub(sources.packed, source, source + 7)))
    if over > 0 then
      marks = bit.bor(marks, limit.mark)
      if limit.beyond == 0 and flags < 128 then load = math.max(load, over) end
      if limit.beyond == 1 then refused = math.max(refused, over) end
    end
  end
  return math.max(load, refused), refused > 0, marks
end

local function countInSketch(sources, key)
  local block, run, otherRun, slot, otherSlot = blockOf(sources, key), cellsOf(key)
  -- Only what is lower than the count rises: what others have added there is not added to.
  local ran, recent = math.min(255, lower(block[run], block[otherRun]) + 1), math.min(255, lower(block[slot], block[otherSlot]) + 1)
  block[run], block[otherRun] = math.max(block[run], ran), math.max(block[otherRun], ran)
  block[slot], block[otherSlot] = math.max(block[slot], recent), math.max(block[otherSlot], recent)
  block.isChanged = true
end

-- Counts a join of a member for each of its sources.
local function countJoin(sources, at)
  for source = at + 2, at + 2 + 9 * (string.byte(sources.packed, at) % 128 - 1), 9 do
    local key = string.sub(sources.packed, source, source + 7)
    local count = sources.counts[key]
    if count then
      count.run = math.min(SOURCES.most, count.run + 1)
      count.now = math.min(SOURCES.most, count.now + 1)
      sources.changed[key] = true
    else
      countInSketch(sources, key)
    end
  end
end

-- Whether a member may join, and the marks of its place: counts it then. Else how far over a limit it is, below 0 where
-- no proof helps; nothing is counted then.
local function isOpenTo(sources, i)
  local at = sources.starts[i]
  if not at then return true, 0 end
  local load, isRefused, marks = judge(sources, at)
  if load > 0 then return false, isRefused and -load or load end
  countJoin(sources, at)
  return true, marks
end

local function twoBytes(value) return math.floor(value / 256), value % 256 end

-- Writes what was counted.
local function keepSources(sources)
  local fields = {}
  for key in pairs(sources.changed) do
    local count = sources.counts[key]
    local a, b = twoBytes(count.run)
    local c, d = twoBytes(sources.slot)
    local e, f = twoBytes(count.now)
    local g, h = twoBytes(count.before)
    fields[#fields + 1], fields[#fields + 2] = key, string.char(a, b, c, d, e, f, g, h, twoBytes(count.longBefore))
  end
  if #fields > 0 then redis.call("HSET", sources.key, unpack(fields)) end
  for index, block in pairs(sources.blocks) do
    if block.isChanged then
      redis.call("SETRANGE", sources.sketchKey, index * SKETCH.blockBytes, string.char(unpack(block)))
    end
  end
end
