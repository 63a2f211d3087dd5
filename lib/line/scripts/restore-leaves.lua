-- NEEDS line stock leaves
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end
local stock = openStock(line, keys)
for lane, n, queueId in eachMember() do endPlace(line, keys, stock, lane, n, queueId) end
flush(line)
return answer({})
