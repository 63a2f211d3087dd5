-- Line time goes on, whatever the clock of Redis does.
-- NEEDS line replicas
-- LEAVES openLine knowsTime moveTime keepTime loseTime judgeTime

-- Reads a line for a call that cannot judge its time: behind a loss that nobody has noticed yet it is the last time
-- that was noted.
local function openLine(lineKey, shared, epochsKey)
  local line = readLine(lineKey, epochsKey)
  local isLost = has(line, "run") and text(line, "replid") ~= replicationId(shared)
  if isLost and has(line, "lineAtMs") then line.now = number(line, "lineAtMs") end
  return line
end

-- False behind a loss that nobody has noticed, or whose length nobody has told.
local function knowsTime(line, shared)
  return text(line, "replid") == replicationId(shared) and not has(line, "clockJumpMs")
end

local function moveTime(line, ms)
  put(line, "correctionMs", ms - line.rawMs)
  put(line, "lineAtMs", ms)
  line.now = ms
end

-- Notes what time it is. Where the clock of Redis went back, line time goes on from what the caller knows by its own
-- clock, and at least from what was noted last.
local function keepTime(line, callerLineMs)
  local notedMs = number(line, "lineAtMs")
  if line.rawMs + number(line, "correctionMs") < notedMs then
    moveTime(line, math.max(notedMs, callerLineMs))
  elseif line.now - notedMs >= CLOCK.notedEveryMs then
    put(line, "lineAtMs", line.now)
  end
end

-- After a loss the clock may be that of another machine. What a caller knows by its own clock goes on. Else time
-- begins again at the last that was noted, which is never too late, and what the clock of Redis would make of it is
-- kept for judging. Answers the time that was noted last.
local function loseTime(line, callerLineMs)
  if not has(line, "lineAtMs") then put(line, "lineAtMs", line.now) end
  local notedMs, believedMs = number(line, "lineAtMs"), line.rawMs + number(line, "correctionMs")
  local jumpMs = believedMs + number(line, "clockJumpMs") - notedMs
  moveTime(line, math.max(notedMs, callerLineMs))
  if callerLineMs > 0 then drop(line, "clockJumpMs") else put(line, "clockJumpMs", jumpMs) end
  return notedMs
end

-- While nobody has judged the time: true when this call has, by what the caller knows. When the hold is over, a jump
-- that a restart explains is believed, and the bucket earns nothing in it.
local function judgeTime(line, callerLineMs)
  if callerLineMs > 0 then
    drop(line, "clockJumpMs")
    moveTime(line, math.max(line.now, callerLineMs))
    return true
  end
  local jumpMs = number(line, "clockJumpMs")
  local isExplained = jumpMs > -CLOCK.unnoticedMs and jumpMs <= CLOCK.explainedMs
  if line.now >= number(line, "holdUntilMs") and isExplained then
    local jumpedMs = math.max(0, jumpMs)
    drop(line, "clockJumpMs")
    moveTime(line, line.now + jumpedMs)
    -- The loss was so much later than it seemed: the bucket has earned nothing before it.
    put(line, "tokensAtMs", number(line, "tokensAtMs") + jumpedMs)
  end
  return false
end
