-- NEEDS codes
for id, lane, laneKey, left, returned, isRevoked, refused, usedAtMs, version, fromMs, untilMs in eachMember() do
  local held = readCode(keys.codes, id)
  -- What was given back counts for both: what one of them knows, the other has to know before they are compared.
  local more = math.max(0, returned - held.returned)
  left = left + math.max(0, held.returned - returned)
  if held.isKnown and more > 0 then
    held.left = held.left + more
    if held.revokedLeft then
      redis.call("HSET", keys.codes, "revoked:" .. id, string.format("%.0f", held.revokedLeft + more))
    end
  end
  if more > 0 then redis.call("HSET", keys.codes, "returned:" .. id, string.format("%.0f", returned)) end
  -- Uses are only ever added, and a revocation is for good: whoever writes what was so earlier takes nothing back.
  if held.isKnown then left = math.min(held.left, left) end
  if laneKey ~= "" then redis.call("HSET", keys.codes, "lane:" .. id, laneKey) end
  if isRevoked == 1 and held.revokedLeft == nil then
    redis.call("HSET", keys.codes, "revoked:" .. id, string.format("%.0f", left))
  end
  if isRevoked == 1 or held.revokedLeft ~= nil then left = 0 end
  redis.call("HSET", keys.codes, id, string.format("%.0f:%.0f", lane, left))
  -- A code that never had a window needs none to say so.
  if version >= held.windowVersion and (fromMs + untilMs > 0 or held.windowVersion > 0) then
    redis.call("HSET", keys.codes, "window:" .. id, string.format("%.0f:%.0f:%.0f", version, fromMs, untilMs))
  end
  if refused > held.refused or usedAtMs > held.usedAtMs then
    writeCodeUses(keys.codes, id, math.max(held.refused, refused), math.max(held.usedAtMs, usedAtMs))
  end
end
return answer({})
