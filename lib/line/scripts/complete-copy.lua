-- NEEDS line clock unnamed-seats limits
local line = openLine(keys.line, shared)
if number(line, "run") ~= args.runId then return { "RUN" } end
if not has(line, "copyAtMs") or has(line, "restoring") then return { "DONE" } end
local isNewer = args.limitsAtMs > number(line, "copyAtMs")
if isNewer and args.limitsVersion >= number(line, "limitsVersion") then
  replaceLimits(line, args.limitsVersion, args.limitsAtMs, args.limits)
end
for untilMs, most, ids in string.gmatch(args.unknown, "(%d+):(%d+):([^;]*);") do
  noteUnknown(keys.unnamedSeats, line.now, tonumber(untilMs), tonumber(most), { ids })
end

-- The hole that the loss made ends with the last number. Answers what lies before it, and the other holes.
local function beforeLoss(lane)
  local holes, last = laneText(line, lane, "holes"), laneNumber(line, lane, "last")
  local at, from, to
  for position, first, final in string.gmatch(holes, "()(%d+):(%d+):%d+;") do at, from, to = position, first, final end
  if not at or tonumber(to) ~= last then return last, holes end
  return from - 1, string.sub(holes, 1, at - 1)
end

local keptHoles = {}
for text in string.gmatch(args.holes .. "|", "([^|]*)|") do keptHoles[#keptHoles + 1] = text end
local lane = 0
for keptLast, keptServing in string.gmatch(args.lanes, "(%d+):(%d+);") do
  if lane >= line.lanes then break end
  local base, holes = beforeLoss(lane)
  if tonumber(keptLast) > base then base, holes = tonumber(keptLast), keptHoles[lane + 1] end
  local last = math.max(laneNumber(line, lane, "last"), base + args.skip)
  local serving = math.max(laneNumber(line, lane, "serving"), tonumber(keptServing))
  putLane(line, lane, "last", last)
  putLane(line, lane, "holes", holes .. string.format("%.0f:%.0f:%.0f;", base + 1, last, base))
  putLane(line, lane, "serving", serving)
  putLane(line, lane, "live", 0)
  putLane(line, lane, "gone", 0)
  putLane(line, lane, "allowance", 0)
  putLane(line, lane, "history", string.format("%.0f:%.0f:0:0;", math.max(line.now, number(line, "holdUntilMs")), serving))
  lane = lane + 1
end
put(line, "restoring", "1")
flush(line)
return answer({})
