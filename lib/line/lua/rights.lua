-- Places that a token or code led to.
-- NEEDS
-- LEAVES keepRight

-- Notes the place under all that leads to it, and who has used a code; empty texts lead nowhere.
local function keepRight(rightsKey, right)
  redis.call("HSET", rightsKey, "j:" .. right.joinId, right.place)
  if right.tokenKey ~= "" then redis.call("HSET", rightsKey, "k:" .. right.tokenKey, right.place) end
  if right.tokenId ~= "" then redis.call("HSET", rightsKey, "t:" .. right.tokenId, right.place) end
  if right.codeId == "" then return end
  redis.call("HSET", rightsKey, "c:" .. right.joinId, right.codeId .. string.match(right.place, "^%d+(.*)$"))
end
