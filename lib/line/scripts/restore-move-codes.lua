-- NEEDS line moves
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
for codeId, queueId, kept in eachMember() do
  local heldUntilMs = heldCode(keys.moveCodes, queueId) or 0
  if tonumber(heldUntilMs) < tonumber(string.match(kept, "^%d+")) then
    forgetHeldCode(keys.moveCodes, queueId)
    keepMoveCode(keys.moveCodes, codeId, queueId, kept)
  end
end
return answer({})
