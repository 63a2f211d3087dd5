-- Moves the serving numbers, and with them the open window.
-- NEEDS line lanes pace bits live promise phase history asking seats stock holes epochs minutes
-- LEAVES reachOf busyShares isOpen advanceWindows

-- `near` is how many numbers before the serving number browsers confirm; `speed` is the most numbers a second
-- by which it moves (nearDistance and speedLimitPerSecond of rates.ts).
local function reachOf(promised)
  return { near = math.max(200, math.ceil(20 * promised)), speed = 4 * math.max(promised, 20) }
end

-- The lanes' parts of what may be under way, by their weights; 0 where nobody waits.
local function busyShares(line)
  local share, sum = {}, 0
  for lane = 0, line.lanes - 1 do
    share[lane] = isBusy(line, lane) and laneNumber(line, lane, "weight") or 0
    sum = sum + share[lane]
  end
  for lane = 0, line.lanes - 1 do share[lane] = sum > 0 and share[lane] / sum or 0 end
  return share
end

-- Up to where nobody is called who could go in too far before the lowest of those under way.
local function orderedUpTo(line, lane, pace, serving, lowest)
  if not lowest then return math.huge end
  return serving + math.max(0, math.floor(LINE.orderSeconds * pace.rate) - apart(line, lane, lowest, serving))
end

-- Slots are given by hand, and none is left (lib/domain/line/slots-by-hand.ts).
local function waitsForHand(line)
  if not has(line, "grants") or number(line, "grants") > 0 then return false end
  return not has(line, "inletEveryMs") or (has(line, "inletEndMs") and line.now >= number(line, "inletEndMs"))
end

-- Nobody is called while it is closed.
local function isOpen(line)
  return phaseOf(line) == "running" and text(line, "paused") ~= "1" and text(line, "method") ~= "random"
    and not waitsForHand(line)
    and not (has(line, "stock") and number(line, "stock") <= 0)
end

-- While nobody is called, who was under way hears so and asks no more: they are waited for until it goes on, and from then
-- on for as long as it takes everybody to hear of it. Answers who is waited for.
local function keepTurns(line, lane, keys, lowest)
  local isShut = not isOpen(line)
  local awaited, order = readAsking(keys.asking, lane, isShut and line.now - AWAITED.shutMs or line.now)
  if text(line, "method") == "random" then return order end
  local hasNews = false
  local function keep(n, untilMs)
    hasNews = hasNews or awaited[n] ~= untilMs
    awaited[n] = untilMs
  end
  for _, n in ipairs(order) do
    local isGone = awaited[n] == 0 and redis.call("GETBIT", keys.spent, bitOf(line, lane, n)) == 1
    if isGone then keep(n, nil)
    elseif isShut then keep(n, 0)
    elseif awaited[n] == 0 then keep(n, line.now + AWAITED.hearMs) end
  end
  -- The lowest are kept, also where those who were kept before are higher.
  local n, added = isShut and lowest, 0
  while n and added < ASKING.remembered do
    if not awaited[n] then added = added + 1 end
    keep(n, 0)
    local _, following = countLive(line, lane, keys, n + 1, laneNumber(line, lane, "serving"))
    n = following
  end
  if hasNews then keepAsking(keys.asking, lane, awaited) end
  return order
end

-- Those of a lane who are called and there, and the lowest of them. Who asked in vain stays in however long ago
-- they were called.
local function countUnderWay(line, lane, keys, from)
  local live, lowest = countLive(line, lane, keys, from, laneNumber(line, lane, "serving"))
  local asking = keepTurns(line, lane, keys, lowest)
  for _, n in ipairs(asking) do
    if n < from then live = live + 1 end
  end
  if asking[1] and asking[1] < (lowest or math.huge) then lowest = asking[1] end
  return live, lowest
end

-- Opens a lane's window. `window` holds serving, last, live, lowest, gone, allowance, noShows, passedTo, `reach`, up to which
-- number everybody has had time to confirm, `isHeldBack`, where only those who are absent are passed, and `heldBack`, "1" once
-- that stops at somebody who is there; answers it changed.
local function open(line, lane, keys, pace, window, wanted)
  local limit = math.min(window.last, window.serving + math.floor(window.allowance))
  local a, confirmed, spent = window.serving + 1, nil, nil
  local hole, holeEnd = holeFrom(line, lane, a)
  -- Up to here the bitmaps are read; the next call goes on behind it.
  local readTo = math.min(limit, a < hole and positionsTo(line, lane, a) or a)
  local start = a < hole and math.floor(bitOf(line, lane, a) / 8)
  local upTo = orderedUpTo(line, lane, pace, window.serving, window.lowest)
  -- Where nearly all are gone, half of the width is opened all the same: else nobody would be called.
  while window.serving < limit and window.live < (window.serving < upTo and wanted or math.ceil(wanted / 2)) do
    local serving, n = window.serving, window.serving + 1
    if n >= hole then
      if line.now >= number(line, "lossAtMs") + LINE.holeGraceMs then window.serving = math.min(holeEnd, window.last) end
      break
    end
    if n > readTo then break end
    if not confirmed then
      confirmed, spent = bitmapOf(line, lane, keys.confirmed, a, readTo), bitmapOf(line, lane, keys.spent, a, readTo)
    end
    local at, mask = math.floor(bitOf(line, lane, n) / 8) - start + 1, maskOf(line, lane, n)
    local here, used = string.byte(confirmed, at) or 0, string.byte(spent, at) or 0
    if used % (2 * mask) >= mask then
      window.gone = math.max(0, window.gone - 1)
    elseif here % (2 * mask) >= mask then
      if window.isHeldBack then
        window.heldBack = "1"
        break
      end
      window.live = window.live + 1
      if not window.lowest then
        window.lowest = n
        upTo = orderedUpTo(line, lane, pace, n, n)
      end
    elseif n > window.reach then
      break
    else
      if here == 0 and used == 0 then
        -- Those of whom nobody is there are passed at once, up to where another rule may hold.
        local stop = math.min(readTo, window.reach, hole - 1, serving < upTo and upTo or math.huge)
        local nextConfirmed = string.find(confirmed, "[^%z]", at) or math.huge
        local nextUsed = math.min(nextConfirmed, string.find(spent, "[^%z]", at) or math.huge)
        n = math.max(n, math.min(stop, firstNumberOf(line, lane, start + nextUsed - 1, a) - 1))
      end
      window.noShows = window.noShows + math.max(0, n - math.max(serving, window.passedTo))
    end
    window.allowance = window.allowance - (n - serving)
    window.serving = n
  end
end

-- `keepsSoon` is whether `speeds` has been kept since the tick before.
local function advanceLane(line, lane, keys, pace, speed, width, elapsedMs, keepsSoon, isHeldBack)
  local sixAgo, reach, first, sixAgoAtMs = sampleAt(line, lane, line.now - pace.confirmMs)
  local live, lowest = countUnderWay(line, lane, keys, (sixAgo or first) + 1)
  local serving, seen = laneNumber(line, lane, "serving"), nil
  if sixAgo and keepsSoon and isOpen(line) then seen = (serving - sixAgo) * 1000 / (line.now - sixAgoAtMs) end
  local most = math.floor(1000 * reachOf(pace.rate).speed)
  speed = math.min(speed, promisedSoon(line, lane, pace, most, seen, elapsedMs))
  local window = {
    serving = serving,
    last = laneNumber(line, lane, "last"),
    gone = laneNumber(line, lane, "gone"),
    allowance = math.min(speed, laneNumber(line, lane, "allowance") + elapsedMs / 1000 * speed),
    reach = reach,
    live = live,
    lowest = lowest,
    noShows = 0,
    passedTo = laneNumber(line, lane, "passedTo"),
    isHeldBack = isHeldBack,
    heldBack = "0",
  }
  if isOpen(line) and window.serving < window.last then
    -- Beside one slot a part of another is room for one more.
    local whole = line.lanes == 1 and width < 2 and math.ceil(width) or math.floor(width)
    open(line, lane, keys, pace, window, width > 0 and math.max(1, whole) or 0)
  end
  putLane(line, lane, "allowance", math.max(0, window.allowance))
  putLane(line, lane, "serving", window.serving)
  putLane(line, lane, "live", window.live)
  putLane(line, lane, "gone", window.gone)
  -- While nobody is called, who was next stays so.
  if isOpen(line) or text(line, "method") == "random" then putLane(line, lane, "heldBack", window.heldBack) end
  countNoShows(line, keys.minutes, lane, window.noShows)
end

-- How many of all lanes are called and there.
local function liveInAll(line)
  local live = 0
  for lane = 0, line.lanes - 1 do live = live + laneNumber(line, lane, "live") end
  return live
end

-- All lanes. No more are called than there are slots, seats and units for. The step follows from the line time since the last one, at most two seconds of it. The window of
-- weighted lanes is divided by their weights, and those are called whose slots come next; ordered lanes take from it from
-- the top.
local function advanceWindows(line, keys, pace, seats, stock, speed)
  local elapsedMs = math.min(2000, math.max(0, line.now - number(line, "tickAtMs")))
  -- Else a process of the version before has moved the line, which knows nothing of `speeds`.
  local keepsSoon = number(line, "tickAtMs") == number(line, "speedsAtMs")
  put(line, "tickAtMs", line.now)
  put(line, "speedsAtMs", line.now)
  local share, isOrdered = busyShares(line), text(line, "laneMode") == "ordered"
  local isShared, soon = line.lanes > 1 and not isOrdered, slotsSoon(line, pace)
  local left = math.min(seatsWithin(seats, LINE.lookAheadSeconds * 1000), admissionsLeft(line, stock))
  local width, most = math.min(left, math.max(1, LINE.lookAheadSeconds * pace.rate)), math.min(left, soon)
  if not isShared then width = math.min(width, math.max(1, soon)) end
  local isNext = isShared and lanesOfNext(line, most)
  for lane = 0, line.lanes - 1 do
    local wanted, isHeldBack = width, soon < 1
    if isShared then
      local live = liveInAll(line)
      wanted = share[lane] > 0 and math.min(width, math.max(1, width * share[lane])) or 0
      isHeldBack = not isNext[lane] or live >= most
      -- What is left of the next slots beside those whom other lanes have called.
      if not isHeldBack then wanted = math.min(wanted, most - live + laneNumber(line, lane, "live")) end
    end
    advanceLane(line, lane, keys, pace, speed, wanted, elapsedMs, keepsSoon, isHeldBack)
    if isOrdered then width = math.max(0, width - laneNumber(line, lane, "live")) end
  end
end
