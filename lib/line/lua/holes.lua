-- Numbers that nobody holds, because a loss ended their epoch. A number is 2^32 times its epoch, which begins with
-- a loss, and the running number, which goes on through all of them.
-- NEEDS line
-- LEAVES epochOf holesOf eachHole countHeld apart

local function epochOf(n) return math.floor(n / LINE.epochNumbers) end

-- The list of a lane: `from`, `to` and `mark` of each. Read once for as long as it stays the same.
local function holesOf(line, lane)
  local list, held = laneText(line, lane, "holes"), line.holes[lane]
  if held and held.list == list then return held end
  held = { list = list }
  for from, to, mark in string.gmatch(list, "(%d+):(%d+):(%d+);") do
    held[#held + 1] = { from = from + 0, to = to + 0, mark = mark + 0 }
  end
  line.holes[lane] = held
  return held
end

-- Goes through the empty ranges, `from` and `to` included: what of a hole lies above its mark.
local function eachHole(line, lane)
  local holes, i = holesOf(line, lane), 0
  return function()
    i = i + 1
    if holes[i] then return holes[i].mark + 1, holes[i].to end
  end
end

-- How many numbers lie between two, without those that nobody holds: those from `from` on where `from` is one of them.
-- A hole that is not in the list is as wide as an epoch.
local function between(line, lane, low, high, from)
  local count = high - low
  if count <= 0 then return count end
  for first, last in eachHole(line, lane) do
    count = count - math.max(0, math.min(high, last) - math.max(from, first) + 1)
  end
  return count > 0 and count % LINE.epochNumbers or count
end

-- How many numbers from `a` to `b` somebody holds.
local function countHeld(line, lane, a, b) return between(line, lane, a - 1, b, a) end

-- How far a number that is held stands from another one.
local function apart(line, lane, low, high) return between(line, lane, low, high, low) end
