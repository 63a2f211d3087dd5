-- NEEDS line epochs clock unnamed-seats limits
local line = openLine(keys.line, shared, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
if not has(line, "copyAtMs") or has(line, "restoring") then return { "DONE" } end
local isNewer = args.limitsAtMs > number(line, "copyAtMs")
if isNewer and args.limitsVersion >= number(line, "limitsVersion") then
  replaceLimits(line, args.limitsVersion, args.limitsAtMs, args.limits)
end
for untilMs, most, ids in string.gmatch(args.unknown, "(%d+):(%d+):([^;]*);") do
  noteUnknown(keys.unnamedSeats, line.now, tonumber(untilMs), tonumber(most), { ids })
end

local keptHoles = {}
for text in string.gmatch(args.holes .. "|", "([^|]*)|") do keptHoles[#keptHoles + 1] = text end
local lane = 0
for keptText, keptServing in string.gmatch(args.lanes, "(%d+):(%d+);") do
  if lane >= line.lanes then break end
  local kept = tonumber(keptText)
  if kept > laneNumber(line, lane, "last") then
    -- Of an epoch that the loss made the line forget.
    putLane(line, lane, "last", kept)
    putLane(line, lane, "holes", keptHoles[lane + 1])
    line.epochs[lane] = nil
  else
    noteHeld(line, lane, kept)
  end
  endEpoch(line, lane, args.skip)
  local serving = math.max(laneNumber(line, lane, "serving"), tonumber(keptServing))
  putLane(line, lane, "serving", serving)
  putLane(line, lane, "live", 0)
  putLane(line, lane, "gone", 0)
  putLane(line, lane, "allowance", 0)
  putLane(line, lane, "history", string.format("%.0f:%.0f:0:0;", math.max(line.now, number(line, "holdUntilMs")), serving))
  lane = lane + 1
end
-- Who had said that they are near before the copy was made is in by now or has gone, as far as anybody knows: called, they
-- would cost the slots of those who wait. Browsers say it again, since the losses are more.
redis.call("UNLINK", keys.confirmed, keys.presenceDue, keys.asking)
redis.call("SETBIT", keys.confirmed, 0, 0)
put(line, "restoring", "1")
flush(line)
return answer({})
