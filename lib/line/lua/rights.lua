-- Places that a token or code led to.
-- NEEDS
-- LEAVES keepRight

-- Notes the place under all that leads to it; empty texts lead nowhere.
local function keepRight(rightsKey, joinId, tokenKey, tokenId, place)
  redis.call("HSET", rightsKey, "j:" .. joinId, place)
  if tokenKey ~= "" then redis.call("HSET", rightsKey, "k:" .. tokenKey, place) end
  if tokenId ~= "" then redis.call("HSET", rightsKey, "t:" .. tokenId, place) end
end
