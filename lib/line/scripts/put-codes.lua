-- NEEDS codes
for id, lane, left, isRevoked, refused, usedAtMs in eachMember() do
  local held = readCode(keys.codes, id)
  -- Uses are only ever added, and a revocation is for good: whoever writes what was so earlier takes nothing back.
  if held.isKnown then lane, left = held.lane, math.min(held.left, left) end
  if isRevoked == 1 and held.revokedLeft == nil then
    redis.call("HSET", keys.codes, "revoked:" .. id, string.format("%.0f", left))
  end
  if isRevoked == 1 or held.revokedLeft ~= nil then left = 0 end
  redis.call("HSET", keys.codes, id, string.format("%.0f:%.0f", lane, left))
  if refused > held.refused or usedAtMs > held.usedAtMs then
    writeCodeUses(keys.codes, id, math.max(held.refused, refused), math.max(held.usedAtMs, usedAtMs))
  end
end
return answer({})
