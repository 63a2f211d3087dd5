import { countedSeconds } from "@/lib/domain/line/check-in";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";

/** A process that was not heard of for this long is gone. */
const NODE_GONE_MS = 10_000;

/** Who waits, as far as the processes have told: `noteNode` takes in what the caller counted. */
export const PRESENT_LUA = /* lua */ `
local function eachNode()
  local nextNode = string.gmatch(line["nodes"] or "", "([^:;]+):(%d+):(%d+):([^;]*);")
  return function()
    local id, version, at, counts = nextNode()
    if id then return id, version, tonumber(at), counts end
  end
end

-- With a process that is gone its count of those who wait is lost, too.
local function noteNode()
  if nodeId == "" then return end
  local kept, isLost = {}, not line["countedSinceMs"]
  for id, version, at, counts in eachNode() do
    if id == nodeId and tonumber(version) == nodeVersion and math.abs(now - at) < 1000 then return end
    if id ~= nodeId and at > now - ${NODE_GONE_MS} then
      kept[#kept + 1] = string.format("%s:%s:%.0f:%s;", id, version, at, counts)
    elseif id ~= nodeId and string.find(counts, "[1-9]") then
      isLost = true
    end
  end
  kept[#kept + 1] = string.format("%s:%d:%d:%s;", nodeId, nodeVersion, now, counted)
  put("nodes", table.concat(kept))
  if isLost then put("countedSinceMs", now) end
end

-- How many wait in the lane: who has a number and, once everybody must have checked in, has done so
-- in time. At least those who are called and there.
local function presentInLane(numbered)
  local sum, nodes = 0, 0
  local interval = line["method"] == "random" and ${1_000 * countedSeconds(RANDOM_ORDER.intervalMs / 1_000)} or ${1_000 * countedSeconds(null)}
  if not line["countedSinceMs"] or now - number("countedSinceMs") < interval then return numbered end
  for _, _, at, counts in eachNode() do
    if at <= now - ${NODE_GONE_MS} then return numbered end
    local index = 0
    for count in string.gmatch(counts, "-?%d+") do
      if index == lane then sum = sum + tonumber(count) end
      index = index + 1
    end
    nodes = nodes + 1
  end
  if nodes == 0 then return numbered end
  return math.min(numbered, math.max(sum, number(of("live"))))
end

-- By lane: who has a number, and who of them is still there; then the latter of all lanes.
local function countPeople()
  local numbered, present, sum = {}, {}, 0
  inEachLane(function()
    numbered[lane] = waitingInLane()
    present[lane] = presentInLane(numbered[lane])
    sum = sum + present[lane]
  end)
  return numbered, present, sum
end
`;
