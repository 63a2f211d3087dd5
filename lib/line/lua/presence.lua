-- Who is still there, as far as the waiting-room processes have told.
-- NEEDS line people processes
-- LEAVES noteProcess countPeople

-- Takes in what the calling process counts. With a process that is gone its counts are lost, too. One that goes
-- has a version below 0 and is forgotten at once: what it did before stands in every copy that has this.
local function noteProcess(line, caller)
  if caller.nodeId == "" then return end
  local now, kept, isLost = line.now, {}, not has(line, "countedSinceMs")
  local isLeaving = caller.nodeVersion < 0
  for id, version, at, counts in eachProcess(line) do
    if id == caller.nodeId and tonumber(version) == caller.nodeVersion and math.abs(now - at) < 1000 then return end
    if id ~= caller.nodeId and at > now - PROCESS.goneMs then
      kept[#kept + 1] = string.format("%s:%s:%.0f:%s;", id, version, at, counts)
    elseif id ~= caller.nodeId and string.find(counts, "[1-9]") then
      isLost = true
    end
  end
  if isLeaving then
    isLost = isLost or string.find(caller.counted, "[1-9]") ~= nil
  else
    kept[#kept + 1] = string.format("%s:%d:%d:%se;", caller.nodeId, caller.nodeVersion, now, caller.counted)
  end
  put(line, "nodes", table.concat(kept))
  if isLost then put(line, "countedSinceMs", now) end
end

-- Who has a number and, once everybody must have checked in, has done so in time. At least those who are
-- called and there; `numbered` where it cannot be known.
local function presentInLane(line, lane, numbered)
  local now, sum, processes = line.now, 0, 0
  local interval = text(line, "method") == "random" and CHECK_IN.countedRandomMs or CHECK_IN.countedMs
  if not has(line, "countedSinceMs") or now - number(line, "countedSinceMs") < interval then return numbered end
  for _, _, at, counts in eachProcess(line) do
    if at <= now - PROCESS.goneMs then return numbered end
    local index = 0
    for count in string.gmatch(counts, "-?%d+") do
      if index == lane then sum = sum + tonumber(count) end
      index = index + 1
    end
    processes = processes + 1
  end
  if processes == 0 then return numbered end
  return math.min(numbered, math.max(sum, laneNumber(line, lane, "live")))
end

-- By lane: who has a number, and who of them is still there; then the latter of all lanes.
local function countPeople(line)
  local numbered, present, sum = {}, {}, 0
  for lane = 0, line.lanes - 1 do
    numbered[lane] = waitingInLane(line, lane)
    present[lane] = presentInLane(line, lane, numbered[lane])
    sum = sum + present[lane]
  end
  return numbered, present, sum
end
