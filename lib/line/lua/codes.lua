-- What an access code was used for. `lane:uses left` stands under its id, and the key of its lane under `lane:id`; one
-- that is revoked has none left, and `revoked:id` holds how many it had. `refused:last use` stands under `uses:id`, and under `returned:id`
-- how many uses were given back. When it is good stands under `window:id` as `version:from:until`, 0 for no bound.
-- NEEDS line
-- LEAVES readCode laneOfCode whyRefused noteCode useCodeAgain writeCodeUses

local function readCode(codesKey, id)
  local code, revokedLeft, uses, returned, laneKey, window = unpack(redis.call("HMGET", codesKey, id, "revoked:" .. id,
    "uses:" .. id, "returned:" .. id, "lane:" .. id, "window:" .. id))
  local lane, left = string.match(code or "", "^(%-?%d+):(%d+)$")
  local refused, usedAtMs = string.match(uses or "", "^(%d+):(%d+)$")
  local windowVersion, fromMs, untilMs = string.match(window or "", "^(%d+):(%d+):(%d+)$")
  return {
    isKnown = lane ~= nil,
    lane = tonumber(lane or -1),
    laneKey = laneKey or nil,
    left = tonumber(left or 0),
    revokedLeft = revokedLeft and tonumber(revokedLeft) or nil,
    returned = tonumber(returned or 0),
    refused = tonumber(refused or 0),
    usedAtMs = tonumber(usedAtMs or 0),
    windowVersion = tonumber(windowVersion or 0),
    fromMs = tonumber(fromMs or 0),
    untilMs = tonumber(untilMs or 0),
  }
end

-- Why nobody joins by a code that is known; nil where it is good. `lane` is what `laneOfCode` says.
local function whyRefused(line, code, lane)
  if code.revokedLeft or not lane then return "revoked" end
  if code.left < 1 then return "spent" end
  if line.now < code.fromMs then return "early" end
  if code.untilMs > 0 and line.now >= code.untilMs then return "late" end
end

-- Which of the lanes a code leads to: -1 for none of its own, nil where its lane was removed. A lane is known by its key:
-- where it stands may be another's place in the next run. What the version before wrote has no key.
local function laneOfCode(code, laneKeys)
  if not code.laneKey then return code.lane end
  local lane = 0
  for key in string.gmatch(laneKeys, "[^,]+") do
    if key == code.laneKey then return lane end
    lane = lane + 1
  end
end

local function writeCodeUses(codesKey, id, refused, usedAtMs)
  redis.call("HSET", codesKey, "uses:" .. id, string.format("%.0f:%.0f", refused, usedAtMs))
end

-- Notes how a code fared, for the worker to store.
local function noteCode(line, keys, id, refused, usedAtMs)
  writeCodeUses(keys.codes, id, refused, usedAtMs)
  redis.call("ZADD", keys.codeUses, string.format("%.0f", line.now), id)
end

-- For a use that a loss has undone, after which the code was worth `lane:uses left`. Until the line goes on, nobody
-- uses it anew: then the fewest left of all that are told hold, which Postgres may have told already. After that each
-- use counts once more, so that none is given twice.
local function useCodeAgain(line, keys, id, wasWorth, usedAtMs)
  local code = readCode(keys.codes, id)
  local lane, left = string.match(wasWorth, "^(%-?%d+):(%d+)$")
  left = tonumber(left)
  if code.isKnown and code.usedAtMs >= number(line, "holdUntilMs") then
    left = math.max(0, code.left - 1)
  elseif code.isKnown then
    left = math.min(code.left, left)
  end
  redis.call("HSET", keys.codes, id, string.format("%.0f:%.0f", code.isKnown and code.lane or tonumber(lane), left))
  noteCode(line, keys, id, code.refused, math.max(code.usedAtMs, usedAtMs))
end
