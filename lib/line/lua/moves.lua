-- Places that went to another device: by queue id, how often. A place of a device before has moved fewer times. Where
-- nobody has moved in the run, nothing is read.
-- NEEDS line
-- LEAVES movesOf noteMove heldCode forgetHeldCode keepMoveCode

-- How often each of these queue ids has moved, by queue id; what is missing has not.
local function movesOf(line, movesKey, queueIds)
  local moves = {}
  if number(line, "moves") == 0 or #queueIds == 0 then return moves end
  for i, times in ipairs(redis.call("HMGET", movesKey, unpack(queueIds))) do
    if times then moves[queueIds[i]] = tonumber(times) end
  end
  return moves
end

local function noteMove(line, movesKey, queueId, times)
  redis.call("HSET", movesKey, queueId, string.format("%d", times))
  put(line, "moves", number(line, "moves") + 1)
end

-- A place has one code: until when it is good, and its id; nothing where there is none.
local function heldCode(moveCodesKey, queueId)
  return string.match(redis.call("HGET", moveCodesKey, "of:" .. queueId) or "", "^(%d+) (.+)$")
end

local function forgetHeldCode(moveCodesKey, queueId)
  local _, id = heldCode(moveCodesKey, queueId)
  if id then redis.call("HDEL", moveCodesKey, "code:" .. id, "of:" .. queueId) end
end

-- `kept` is `until (line time) number lane drawn moves queue-id sealed-place`.
local function keepMoveCode(moveCodesKey, codeId, queueId, kept)
  redis.call("HSET", moveCodesKey, "code:" .. codeId, kept,
    "of:" .. queueId, string.match(kept, "^%d+") .. " " .. codeId)
end
