-- The phase of an event, from its settings and line time.
-- NEEDS line
-- LEAVES phaseOf takesJoins

local function phaseOf(line)
  local now = line.now
  local status = text(line, "status")
  if status ~= "open" then return status end
  if text(line, "method") == "reject" then return "rejected" end
  if text(line, "kind") ~= "scheduled" then return "running" end
  if number(line, "endAtMs") > 0 and now >= number(line, "endAtMs") then return "ended" end
  if now < number(line, "startAtMs") - number(line, "preQueueMs") then return "before" end
  if now < number(line, "startAtMs") then return "pre-queue" end
  local isDrawn = has(line, "drawOpensAtMs") and now >= number(line, "drawOpensAtMs")
  if text(line, "draw") == "1" and not isDrawn then return "drawing" end
  return "running"
end

-- Whether visitors may join a lane now.
local function takesJoins(line, lane)
  local phase = phaseOf(line)
  return lane < line.lanes and (phase == "pre-queue" or phase == "drawing" or phase == "running")
end
