-- NEEDS line codes rights
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
for joinId, tokenKey, tokenId, codeId, code, place in eachMember() do
  -- All that a right leaves behind is written at once: what is there was not undone.
  if redis.call("HEXISTS", keys.rights, "j:" .. joinId) == 0 then
    keepRight(keys.rights, {
      joinId = joinId,
      tokenKey = tokenKey,
      tokenId = tokenId,
      codeId = codeId,
      place = place,
    })
    if codeId ~= "" then useCodeAgain(line, keys, codeId, code, tonumber(string.match(place, "^%d+:[^:]*:(%d+):"))) end
  end
end
return answer({})
