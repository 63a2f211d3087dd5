-- NEEDS line clock pace bucket unnamed-seats safety-net
local line = openLine(keys.line, shared)
if not has(line, "run") then return { "LOST" } end
if args.runId ~= number(line, "run") then return { "RUN" } end
if args.version <= number(line, "version") then return { "OLD" } end
-- At the pace so far, so that the new one follows at once and nothing is caught up.
settleBucket(line, paceOf(line))
local now, oldSeatMs = line.now, number(line, "seatMs")
local oldThreshold, oldOutflow = number(line, "safetyNetPerMinute"), number(line, "outflowPerMinute")
for field, value in eachMember() do put(line, field, value) end
-- The next tick counts anew who is called and there, and comes after what a loss has undone is written back.
if text(line, "status") ~= "open" and not has(line, "waitingAtEnd") then put(line, "endDue", 1) end
put(line, "tokens", math.min(number(line, "tokens"), paceOf(line).depth))
beginNet(line, oldThreshold, oldOutflow)
local lossAtMs, seatMs = number(line, "lossAtMs"), number(line, "seatMs")
if lossAtMs > 0 and now < lossAtMs + LINE.lossSettingsMs then
  local most = lostAdmissions(number(line, "outflowPerMinute"), number(line, "safetyNetPerMinute"))
  widenUnknown(keys.unnamedSeats, now, seatMs - oldSeatMs, most)
end
flush(line)
return answer({})
