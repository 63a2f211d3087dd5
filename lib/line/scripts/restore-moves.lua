-- NEEDS line moves
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
for queueId, times in eachMember() do
  local held = tonumber(redis.call("HGET", keys.moves, queueId) or 0)
  if held < times then noteMove(line, keys.moves, queueId, times) end
end
flush(line)
return answer({})
