-- NEEDS line epochs joins
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
for lane, first, atMs, chance, joinIds in eachMember() do
  local joins, ids = openJoins(line, keys, lane), joinIdsOf(joinIds)
  joins.chance = chance
  restoreJoins(joins, ids, first, atMs)
  noteHeld(line, lane, first + #ids - 1)
end
flush(line)
return answer({})
