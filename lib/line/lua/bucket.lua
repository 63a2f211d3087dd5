-- The one token bucket of an event, which holds the cap.
-- NEEDS line lanes
-- LEAVES settleBucket isBucketFull

-- Gives the slots of a periodic inlet whose intervals have begun: the first at the start itself, none after
-- the end.
local function giveGrants(line)
  if not has(line, "inletEveryMs") then return end
  local untilMs = line.now
  if has(line, "inletEndMs") then untilMs = math.min(untilMs, number(line, "inletEndMs")) end
  local due = 0
  if untilMs >= number(line, "inletStartMs") then
    due = math.floor((untilMs - number(line, "inletStartMs")) / number(line, "inletEveryMs")) + 1
  end
  local given = number(line, "inletGiven")
  if due <= given then return end
  put(line, "grants", number(line, "grants") + (due - given) * number(line, "inletBy"))
  put(line, "inletGiven", due)
end

-- Adds what was earned since the last settling, at one pace. A clock that goes back earns nothing. A second
-- without a call may be a clock that was set forward: it adds to one slot at the most, and takes nothing of
-- what was there.
local function settleBucket(line, pace)
  giveGrants(line)
  local now = line.now
  local elapsedMs = math.max(0, now - number(line, "tokensAtMs"))
  local earned = elapsedMs / 1000 * pace.rate
  local held = math.min(pace.depth, number(line, "tokens"))
  local tokens = math.min(pace.depth, held + earned)
  if elapsedMs > 1000 then tokens = math.max(held, math.min(1, tokens)) end
  if line.lanes > 1 then shareSlots(line, tokens) end
  put(line, "tokens", tokens)
  put(line, "lateTokens", math.min(pace.lateDepth, number(line, "lateTokens") + earned * LINE.lateShare))
  put(line, "tokensAtMs", now)
end

-- A full bucket needs no settling: it stays full however long nothing happens.
local function isBucketFull(line, pace) return number(line, "tokens") >= pace.depth end
