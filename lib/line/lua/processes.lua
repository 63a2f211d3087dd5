-- The waiting-room processes that a line knows of.
-- NEEDS line
-- LEAVES eachProcess processesSince allKnowEpochs

-- Answers id, settings version, when it was heard of, and what it counts.
local function eachProcess(line)
  local nextProcess = string.gmatch(text(line, "nodes"), "([^:;]+):(%d+):(%d+):([^;]*);")
  return function()
    local id, version, at, counts = nextProcess()
    if id then return id, version, tonumber(at), counts end
  end
end

-- The ids of those that were heard of since a moment.
local function processesSince(line, ms)
  local ids = {}
  for id, _, at in eachProcess(line) do
    if at >= ms then ids[#ids + 1] = id end
  end
  return ids
end

-- Whether all that were heard of lately know epochs: a process of the version before writes no mark behind its counts, and
-- knows only numbers that go on within an epoch.
local function allKnowEpochs(line)
  for _, _, at, counts in eachProcess(line) do
    if at > line.now - PROCESS.goneMs and string.sub(counts, -1) ~= "e" then return false end
  end
  return true
end
