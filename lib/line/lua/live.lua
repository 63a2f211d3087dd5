-- Who of the called numbers is there and not in yet.
-- NEEDS bits epochs
-- LEAVES bitmapOf maskOf firstNumberOf countLive

local MASKS = { [0] = 128, 64, 32, 16, 8, 4, 2, 1 }

-- The bytes of a bitmap that hold the bits of the numbers from `a` to `b`.
local function bitmapOf(line, lane, key, a, b)
  return redis.call("GETRANGE", key, math.floor(bitOf(line, lane, a) / 8), math.floor(bitOf(line, lane, b) / 8))
end

-- The weight of a number's bit in its byte.
local function maskOf(line, lane, n) return MASKS[bitOf(line, lane, n) % 8] end

-- The first number whose bit does not stand before a byte of the bitmaps. `near` is one whose position leads there.
local function firstNumberOf(line, lane, byte, near)
  return near - positionOf(line, lane, near) + math.ceil((byte * 8 - lane) / line.lanes)
end

-- Reads both bitmaps once; positions follow one another from `a` to `b`.
local function countSegment(line, lane, keys, a, b)
  local confirmed, spent = bitmapOf(line, lane, keys.confirmed, a, b), bitmapOf(line, lane, keys.spent, a, b)
  local first, n = math.floor(bitOf(line, lane, a) / 8), a
  local count, lowest = 0, nil
  while n <= b do
    local position = bitOf(line, lane, n)
    local at = math.floor(position / 8) - first + 1
    local here, gone = string.byte(confirmed, at) or 0, string.byte(spent, at) or 0
    -- Where nobody has confirmed or all who did are in, whole bytes are passed at once.
    if here == 0 then
      local used = string.find(confirmed, "[^%z]", at)
      if not used then break end
      n = firstNumberOf(line, lane, first + used - 1, a)
    elseif here == gone then
      n = firstNumberOf(line, lane, first + at, a)
    else
      local mask = MASKS[position % 8]
      if here % (2 * mask) >= mask and gone % (2 * mask) < mask then
        count = count + 1
        lowest = lowest or n
      end
      n = n + 1
    end
  end
  return count, lowest
end

-- How many numbers from `a` to `b` are confirmed and not spent, and the lowest of them. Skips holes, where
-- nobody stands.
local function countLive(line, lane, keys, a, b)
  local count, lowest = 0, nil
  while a <= b do
    local from, to = holeFrom(line, lane, a)
    local upTo = math.min(b, from - 1)
    while a <= upTo do
      local segmentEnd = math.min(upTo, positionsTo(line, lane, a))
      local more, first = countSegment(line, lane, keys, a, segmentEnd)
      count = count + more
      lowest = lowest or first
      a = segmentEnd + 1
    end
    a = math.max(a, to + 1)
  end
  return count, lowest
end
