-- What every script begins with that hands out numbers or slots, or takes either for spent.
-- NEEDS line holes epochs unnamed-seats replicas clock processes minutes
-- LEAVES loseLine guard

-- Holds everything until what the loss skipped is on disk.
local function hold(line, call, shared)
  local now = line.now
  local holdUntilMs = now + holdFor(call.holdMs, shared)
  for lane = 0, line.lanes - 1 do
    putLane(line, lane, "history", string.format("%.0f:%.0f:0:0;", holdUntilMs, laneNumber(line, lane, "serving")))
  end
  put(line, "tokensAtMs", now)
  put(line, "holdUntilMs", holdUntilMs)
  put(line, "lossAtMs", now)
end

-- Numbers of a lane go on behind a loss, in an epoch of their own: behind the last that anybody has seen.
local function goOn(line, lane, seenNumber)
  local last = laneNumber(line, lane, "last")
  if epochOf(seenNumber) > epochOf(last) then
    -- A loss that this one has undone.
    endEpoch(line, lane, (epochOf(seenNumber) - epochOf(last)) * LINE.epochNumbers)
  end
  local base = math.max(last, seenNumber)
  putLane(line, lane, "last", base)
  if allKnowEpochs(line) then return endEpoch(line, lane, LINE.epochNumbers) end
  putLane(line, lane, "last", base + LINE.formerSkip)
  local hole = string.format("%.0f:%.0f:%.0f;", base + 1, base + LINE.formerSkip, base)
  putLane(line, lane, "holes", laneText(line, lane, "holes") .. hole)
end

-- Starts again behind a loss: the bucket is empty, and nothing is given until what is written here is on disk.
local function loseLine(line, call, unnamedSeatsKey, shared, seenNumber)
  local knownMs = loseTime(line, call.callerLineMs)
  -- What is older than processes remember Postgres has to tell before anything is given.
  local undoneMs = call.heardMs > 0 and call.heardMs - knownMs or number(line, "clockJumpMs")
  if undoneMs > LOSSES.rememberedMs and not has(line, "copyAtMs") then put(line, "copyAtMs", knownMs) end
  put(line, "replid", replicationId(shared))
  for lane = 0, line.lanes - 1 do
    putLane(line, lane, "keptLast", laneNumber(line, lane, "last"))
    goOn(line, lane, lane == call.lane and seenNumber or 0)
    putLane(line, lane, "laneTokens", 0)
  end
  -- Who was let in since is known to the processes that did it. Those that were there have to say so.
  local most = lostAdmissions(number(line, "outflowPerMinute"), number(line, "safetyNetPerMinute"))
  local untilMs = knownMs + LINE.lossSeconds * 1000 + number(line, "seatMs")
  noteUnknown(unnamedSeatsKey, line.now, untilMs, most, processesSince(line, knownMs - PROCESS.goneMs))
  put(line, "limitsAtMs", math.max(number(line, "limitsAtMs"), knownMs))
  put(line, "writtenBack", 0)
  drop(line, "soldAgain")
  put(line, "tokens", 0)
  put(line, "lateTokens", 0)
  put(line, "losses", number(line, "losses") + 1)
  hold(line, call, shared)
  beginPart(line, replicationId(shared))
  noteOffset(line, shared)
  flush(line)
end

-- Answers nil, or what the script has to answer instead of doing anything. `call` holds the arguments of
-- GUARD_ARGUMENTS. After a loss it only starts recovery.
local function guard(line, call, unnamedSeatsKey, shared)
  if not has(line, "run") then return { "LOST" } end
  if isCutOff(shared) then return { "RECOVERING" } end
  local run = number(line, "run")
  local seenNumber = call.runId == run and call.seenNumber or 0
  local ahead = seenNumber - laneNumber(line, call.lane, "last")
  if text(line, "replid") ~= replicationId(shared) or (ahead > 0 and ahead <= 10 * LINE.epochNumbers) then
    loseLine(line, call, unnamedSeatsKey, shared, seenNumber)
    return { "RECOVERING" }
  end
  -- A caller who has heard of the line shortly before shows that a long time without Redis has undone little.
  local isFresh = call.heardMs > 0 and call.heardMs - number(line, "copyAtMs") <= LOSSES.rememberedMs
  if has(line, "copyAtMs") and not has(line, "restoring") and isFresh then
    drop(line, "copyAtMs")
    flush(line)
  end
  if has(line, "clockJumpMs") then
    if judgeTime(line, call.callerLineMs) then hold(line, call, shared) end
    flush(line)
  end
  keepTime(line, call.callerLineMs)
  local now = line.now
  if now < number(line, "holdUntilMs") or not isCopied(line, shared) then return { "RECOVERING" } end
  if has(line, "clockJumpMs") or has(line, "copyAtMs") or has(line, "restoring") then return { "RECOVERING" } end
  if call.deadlineMs > 0 and now > call.deadlineMs then return { "LATE" } end
  if call.runId > 0 and call.runId ~= run then return { "RUN" } end
  if call.seenVersion > number(line, "version") then return { "SETTINGS" } end
  if call.seenLimits > number(line, "limitsVersion") then return { "LIMITS" } end
  if call.drawn >= 0 and call.drawn ~= (has(line, "drawOpensAtMs") and 1 or 0) then return { "DRAWN" } end
  if text(line, "draw") == "1" and not has(line, "drawLast") and now >= number(line, "startAtMs") then
    -- Whoever joins from here on is a late arrival.
    put(line, "drawLast", number(line, "last"))
  end
  return nil
end
