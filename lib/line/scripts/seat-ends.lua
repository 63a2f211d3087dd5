-- NEEDS line bits visit-end
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local ends = {}
for n, lane, queueId in eachMember() do
  local untilMs = 0
  if isVisitOver(keys, bitOf(line, lane, n), queueId) then
    untilMs = -1
  else
    untilMs = seatEndOf(keys.seats, queueId) or 0
  end
  ends[#ends + 1] = string.format("%.0f", untilMs)
end
flush(line)
return answer({ ends = ends })
