-- Numbers that nobody holds, because a loss ended their epoch. A number is 2^32 times its epoch, which begins with
-- a loss, and the running number, which goes on through all of them.
-- NEEDS line
-- LEAVES epochOf holesOf eachHole countHeld apart noteHeld

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

-- Somebody shows a number that lies in a hole: it was handed out before the loss, and the hole ends above it.
local function noteHeld(line, lane, n)
  local holes, isChanged = holesOf(line, lane), false
  for i, hole in ipairs(holes) do
    if n > hole.mark and n <= hole.to then
      local first = epochOf(n) * LINE.epochNumbers + (hole.from - 1) % LINE.epochNumbers
      -- Losses among which nobody joined have one hole.
      local isOfLater = first > hole.from and hole.mark < first and hole.to - first >= LINE.epochNumbers
      if isOfLater then
        table.insert(holes, i, { from = hole.from, to = first, mark = hole.mark })
        hole.from = first + 1
      end
      hole.mark, isChanged = n, true
      break
    end
  end
  if not isChanged then return end
  local texts = {}
  for i, hole in ipairs(holes) do texts[i] = string.format("%.0f:%.0f:%.0f;", hole.from, hole.to, hole.mark) end
  holes.list = table.concat(texts)
  putLane(line, lane, "holes", holes.list)
end
