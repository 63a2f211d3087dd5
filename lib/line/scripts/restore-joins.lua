-- NEEDS line joins
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
for lane, first, atMs, chance, joinIds in eachMember() do
  local joins = openJoins(line, keys, lane)
  joins.chance = chance
  restoreJoins(joins, joinIdsOf(joinIds), first, atMs)
end
return answer({})
