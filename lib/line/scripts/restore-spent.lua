-- NEEDS line bits
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
local count = 0
for n, lane in eachMember() do
  redis.call("SETBIT", keys.spent, string.format("%.0f", bitOf(line, lane, n)), 1)
  count = count + 1
end
return answer({ count = count })
