-- What an access code was used for. `lane:uses left` stands under its id; one that is revoked has none left, and
-- `revoked:id` holds how many it had. `refused:last use` stands under `uses:id`.
-- NEEDS
-- LEAVES readCode writeCodeUses

local function readCode(codesKey, id)
  local code, revokedLeft, uses = unpack(redis.call("HMGET", codesKey, id, "revoked:" .. id, "uses:" .. id))
  local lane, left = string.match(code or "", "^(%-?%d+):(%d+)$")
  local refused, usedAtMs = string.match(uses or "", "^(%d+):(%d+)$")
  return {
    isKnown = lane ~= nil,
    lane = tonumber(lane or -1),
    left = tonumber(left or 0),
    revokedLeft = revokedLeft and tonumber(revokedLeft) or nil,
    refused = tonumber(refused or 0),
    usedAtMs = tonumber(usedAtMs or 0),
  }
end

local function writeCodeUses(codesKey, id, refused, usedAtMs)
  redis.call("HSET", codesKey, "uses:" .. id, string.format("%.0f:%.0f", refused, usedAtMs))
end
