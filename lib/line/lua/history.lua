-- Where the serving number stood.
-- NEEDS line
-- LEAVES sampleAt

-- The newest sample that is not younger than a moment. Answers four values: the serving number then (nil
-- without such a sample), the highest number that was both handed out and near the front (0 without),
-- the serving number of the oldest sample, and when the sample was taken.
local function sampleAt(line, lane, ms)
  local history, found, foundAtMs = laneText(line, lane, "history"), nil, nil
  local first = tonumber(string.match(history, "^%d+:(%d+)") or 0)
  -- Samples are a second apart, so that what is sought stands in the last few.
  local from = #history - (math.ceil((line.now - ms) / 1000) + 2) * HISTORY.longestSample
  if from > 1 then history = string.sub(history, string.find(history, ";", from, true) + 1) end
  for at, sampledAtMs in string.gmatch(history, "()(%d+):%d+:%d+:%d+;") do
    if tonumber(sampledAtMs) > ms then break end
    found, foundAtMs = at, tonumber(sampledAtMs)
  end
  if found == nil then return nil, 0, first end
  local serving, near, last = string.match(history, "^%d+:(%d+):(%d+):(%d+);", found)
  return tonumber(serving), math.min(serving + near, tonumber(last)), first, foundAtMs
end
