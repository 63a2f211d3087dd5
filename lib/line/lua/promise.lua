-- The speeds that were published to browsers which may still sleep upon them (lib/domain/line/promise.ts).
-- NEEDS line
-- LEAVES isBusy isMoving promisedRate promisedSoon forgetSoon

-- Whether anybody of a lane waits or is under way.
local function isBusy(line, lane)
  return laneNumber(line, lane, "serving") < laneNumber(line, lane, "last") or laneNumber(line, lane, "live") > 0
end

local function isMoving(line)
  for lane = 0, line.lanes - 1 do
    if isBusy(line, lane) then return true end
  end
  return false
end

-- Notes what is published from now on among `since:value;`, smallest first. Answers them, and the smallest that
-- anybody may still sleep upon.
local function notePromise(promises, now, published, keptMs)
  local kept, since = {}, now
  for sinceMs, promised in string.gmatch(promises, "(%d+):([^;]+);") do
    if tonumber(promised) >= published then
      since = tonumber(sinceMs)
      break
    end
    kept[#kept + 1] = { tonumber(sinceMs), tonumber(promised) }
  end
  kept[#kept + 1] = { since, published }
  while kept[2] and now - kept[2][1] >= keptMs do table.remove(kept, 1) end
  local texts = {}
  for i, one in ipairs(kept) do texts[i] = string.format("%.0f:%.17g;", one[1], one[2]) end
  return table.concat(texts), kept[1][2]
end

-- Notes the outflow in force, and answers the numbers a second by which the serving number may move. Where
-- nobody waits, nobody sleeps upon a promise.
local function promisedRate(line, pace, moving)
  local promises = text(line, "promises")
  if tonumber(string.match(promises, "^%d+:([^;]+);$")) == pace.outflow then return pace.rate end
  local kept, outflow = notePromise(moving and promises or "", line.now, pace.outflow, PROMISE.keptMs)
  put(line, "promises", kept)
  return outflow / LINE.bucketSeconds
end

-- The speed that browsers of a lane are told for the near future, in numbers per 1,000 s: above the slots
-- and above the speed of the last seconds, of which a part is forgotten each minute; `most` while it is not known.
local function soonOf(line, lane, pace, most, seen)
  if line.now - laneNumber(line, lane, "unsteadyAtMs") < SOON.steadyMs then return most end
  local fastest = math.max(pace.rate, seen.speed)
  local wanted = math.max(1000 * SOON.headroom * fastest, 1000 * (fastest + SOON.spare))
  local before = seen.published * (1 - math.min(SOON.forgottenMs, seen.elapsedMs) / SOON.forgottenMs)
  -- The limit itself says nothing of what the lane did.
  if seen.published >= most then before = 0 end
  local soon = math.floor(math.max(wanted, before))
  -- A speed that hardly rises is no new promise, so that there are few.
  if soon > seen.published and soon <= SOON.step * seen.published then soon = seen.published end
  return math.min(most, soon)
end

-- Notes that speed, and answers the numbers a second by which the lane's serving number may move. `speed` is the
-- one of the last seconds; nil while it is not known. A lane that ran at its limit is told of no such limit for a
-- minute: those who are absent have to be passed. Where nobody waits, nobody sleeps upon a promise.
local function promisedSoon(line, lane, pace, most, speed, elapsedMs)
  if not isBusy(line, lane) then
    putLane(line, lane, "speeds", "")
    return most / 1000
  end
  local now, promises = line.now, laneText(line, lane, "speeds")
  local inForce = tonumber(string.match(promises, "^%d+:([^;]+);")) or most
  local isHeldBack = speed and inForce < most and 1000 * speed >= SOON.heldBack * inForce
  if promises == "" or not speed or isHeldBack then putLane(line, lane, "unsteadyAtMs", now) end
  local published = tonumber(string.match(promises, ":([^;:]+);$")) or most
  local soon = soonOf(line, lane, pace, most, { speed = speed or 0, published = published, elapsedMs = elapsedMs })
  local kept, promised = notePromise(promises, now, soon, SOON.keptMs)
  putLane(line, lane, "speeds", kept)
  return promised / 1000
end

local function forgetSoon(line)
  for lane = 0, line.lanes - 1 do putLane(line, lane, "speeds", "") end
end
