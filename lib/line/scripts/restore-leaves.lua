-- NEEDS line limits stock safety-net leaves
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local stock = openStock(line, keys)
for lane, n, queueId, kind, part, minute in eachMember() do
  -- In the minute and the part in which it was counted: both may be stored already.
  local ended = endPlace(line, keys, stock, lane, n, queueId, { kind = kind, part = part, minute = minute })
  -- Somebody who was in, whose admission nobody has written back yet: `report` finds the number spent, and counts no
  -- more. When it was is not known here; counted as of now, too little is given rather than too much.
  if ended == "counted" and kind == "" then
    put(line, "admitted", number(line, "admitted") + 1)
    admittedAgainstLimits(line, line.now)
    noteLetIn(line, line.now)
  end
end
flush(line)
return answer({})
