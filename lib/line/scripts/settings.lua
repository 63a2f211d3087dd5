-- NEEDS line pace bucket unnamed-seats
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
if args.runId ~= number(line, "run") then return { "RUN" } end
if args.version <= number(line, "version") then return { "OLD" } end
-- At the pace so far, so that the new one follows at once and nothing is caught up.
settleBucket(line, paceOf(line))
local now, oldOutflow, oldSeatMs = line.now, number(line, "outflowPerMinute"), number(line, "seatMs")
for field, value in eachMember() do put(line, field, value) end
put(line, "tokens", math.min(number(line, "tokens"), paceOf(line).depth))
local lossAtMs, seatMs = number(line, "lossAtMs"), number(line, "seatMs")
if lossAtMs > 0 and now < lossAtMs + LINE.lossSettingsMs then
  local counted = seatMs <= oldSeatMs and lostAdmissions(oldOutflow) or 0
  local forgotten = lostAdmissions(number(line, "outflowPerMinute")) - counted
  if forgotten > 0 then addUnnamedSeats(keys.unnamedSeats, forgotten, now + seatMs, now, seatMs) end
end
flush(line)
return answer({})
