-- NEEDS line stock leaves
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local stock = openStock(line, keys)
for lane, n, queueId, kind, part, minute in eachMember() do
  -- In the minute and the part in which it was counted: both may be stored already.
  endPlace(line, keys, stock, lane, n, queueId, { kind = kind, part = part, minute = minute })
end
flush(line)
return answer({})
