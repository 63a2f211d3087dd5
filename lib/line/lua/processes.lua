-- The waiting-room processes that a line knows of.
-- NEEDS line
-- LEAVES eachProcess processesSince

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
