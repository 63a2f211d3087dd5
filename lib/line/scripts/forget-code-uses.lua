-- NEEDS codes
for id, left, refused, usedAtMs in eachMember() do
  local held = readCode(keys.codes, id)
  local isSame = (held.revokedLeft or held.left) == left and held.refused == refused and held.usedAtMs == usedAtMs
  if isSame then redis.call("ZREM", keys.codeUses, id) end
end
return answer({})
