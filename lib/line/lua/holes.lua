-- Numbers that nobody holds, because a loss skipped them.
-- NEEDS line
-- LEAVES eachHole countInHoles apart

-- Goes through the empty ranges, `from` and `to` included: what of a hole lies above its mark.
local function eachHole(line, lane)
  local nextHole = string.gmatch(laneText(line, lane, "holes"), "%d+:(%d+):(%d+);")
  return function()
    local to, mark = nextHole()
    if to then return tonumber(mark) + 1, tonumber(to) end
  end
end

-- How many numbers from `a` to `b` nobody holds.
local function countInHoles(line, lane, a, b)
  local count = 0
  for from, to in eachHole(line, lane) do
    local low = math.max(a, from)
    local high = math.min(b, to)
    if high >= low then count = count + high - low + 1 end
  end
  return count
end

-- How many numbers lie between two, without those that nobody holds.
local function apart(line, lane, low, high) return high - low - countInHoles(line, lane, low, high) end
