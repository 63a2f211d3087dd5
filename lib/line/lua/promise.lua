-- The speed that was published to browsers which may still sleep upon it (lib/domain/line/promise.ts).
-- NEEDS line
-- LEAVES isBusy isMoving promisedRate

-- Whether anybody of a lane waits or is under way.
local function isBusy(line, lane)
  return laneNumber(line, lane, "serving") < laneNumber(line, lane, "last") or laneNumber(line, lane, "live") > 0
end

local function isMoving(line)
  for lane = 0, line.lanes - 1 do
    if isBusy(line, lane) then return true end
  end
  return false
end

-- Notes the outflow in force, and answers the numbers a second by which the serving number may move. Where
-- nobody waits, nobody sleeps upon a promise.
local function promisedRate(line, pace, moving)
  local now, outflow = line.now, pace.outflow
  local only = string.match(text(line, "promises"), "^%d+:([^;]+);$")
  if tonumber(only) == outflow then return pace.rate end
  local kept, since = {}, now
  for sinceMs, promised in string.gmatch(moving and text(line, "promises") or "", "(%d+):([^;]+);") do
    if tonumber(promised) >= outflow then
      since = tonumber(sinceMs)
      break
    end
    kept[#kept + 1] = { tonumber(sinceMs), tonumber(promised) }
  end
  kept[#kept + 1] = { since, outflow }
  while kept[2] and now - kept[2][1] >= PROMISE.keptMs do table.remove(kept, 1) end
  local texts = {}
  for i, one in ipairs(kept) do texts[i] = string.format("%.0f:%.17g;", one[1], one[2]) end
  put(line, "promises", table.concat(texts))
  return kept[1][2] / LINE.bucketSeconds
end
