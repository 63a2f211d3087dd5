-- Epochs, and where their numbers stand in what the line keeps of each number: one epoch behind the other, without a
-- gap, so that losses take no room. What is over is in the hash `epochs`, and is looked up only for numbers of then.
-- NEEDS line holes
-- LEAVES positionOf positionsTo holeFrom endEpoch knowPastEpochs makePages noteHeld

-- The epoch that goes on: its numbers are found without looking anything up.
local function presentEpoch(line, lane)
  local epoch = line.epochs[lane]
  if not epoch then
    local first = epochOf(laneNumber(line, lane, "last")) * LINE.epochNumbers
    epoch = { first = first, add = laneNumber(line, lane, "shift") - first }
    line.epochs[lane] = epoch
  end
  return epoch
end

-- One that is over: its last running number, what leads from a running number to the position, and the next epoch in
-- which anybody joined. False where nobody joined.
local function pastEpoch(line, lane, epoch)
  local field = string.format("%d:%d", lane, epoch)
  local known = line.looked[field]
  if known == nil then
    local held = redis.call("HGET", line.epochsKey, field) or ""
    local last, add, following = string.match(held, "^(%d+):(%d+):(%d+)$")
    known = last and { last = last + 0, add = add + 0, following = following + 0 } or false
    line.looked[field] = known
  end
  return known
end

local function notePast(line, lane, epoch, past)
  local field = string.format("%d:%d", lane, epoch)
  redis.call("HSET", line.epochsKey, field, string.format("%.0f:%.0f:%d", past.last, past.add, past.following))
  line.looked[field] = past
end

-- Whether the newest hole ends with the last number, and is one that an epoch left.
local function isUnused(line, lane)
  local holes = holesOf(line, lane)
  local newest = holes[#holes]
  return newest ~= nil and newest.to == laneNumber(line, lane, "last")
    and (newest.to - newest.from + 1) % LINE.epochNumbers == 0
end

-- Of a long list the oldest go that a closed form replaces, or that lie behind the serving number.
local function boundHoles(line, lane)
  local holes, texts = holesOf(line, lane), {}
  local serving, tooMany = laneNumber(line, lane, "serving"), #holes - EPOCHS.listed
  for i, hole in ipairs(holes) do
    local isWhole = hole.mark < hole.from and (hole.to - hole.from + 1) % LINE.epochNumbers == 0
    -- The one that a draw has made nothing else tells of.
    if i == 1 and has(line, "drawOpensAtMs") then isWhole = false end
    if tooMany > 0 and (isWhole or hole.to < serving) then
      tooMany = tooMany - 1
    else
      texts[#texts + 1] = string.format("%.0f:%.0f:%.0f;", hole.from, hole.to, hole.mark)
    end
  end
  if #texts < #holes then putLane(line, lane, "holes", table.concat(texts)) end
end

-- Ends the epoch behind the last number of a lane; numbers go on `skipped` higher, a multiple of those of an epoch. One in
-- which nobody joined leaves nothing behind.
local function endEpoch(line, lane, skipped)
  local last, list = laneNumber(line, lane, "last"), laneText(line, lane, "holes")
  local to = last + skipped
  if isUnused(line, lane) then
    local holes = holesOf(line, lane)
    local newest = holes[#holes]
    local before = epochOf(newest.from - 1)
    local past = pastEpoch(line, lane, before)
    if past then notePast(line, lane, before, { last = past.last, add = past.add, following = epochOf(to) }) end
    list = string.gsub(list, "%d+:%d+:%d+;$", "")
    list = list .. string.format("%.0f:%.0f:%.0f;", newest.from, to, newest.mark)
  else
    local past = { last = last % LINE.epochNumbers, add = laneNumber(line, lane, "shift"), following = epochOf(to) }
    notePast(line, lane, epochOf(last), past)
    list = list .. string.format("%.0f:%.0f:%.0f;", last + 1, to, last)
  end
  putLane(line, lane, "holes", list)
  putLane(line, lane, "last", to)
  line.epochs[lane] = nil
  boundHoles(line, lane)
end

-- For a line that is made again: what is over follows from its list of holes.
local function knowPastEpochs(line, lane)
  for _, hole in ipairs(holesOf(line, lane)) do
    if (hole.to - hole.from + 1) % LINE.epochNumbers == 0 then
      local past = { last = (hole.from - 1) % LINE.epochNumbers, add = 0, following = epochOf(hole.to) }
      notePast(line, lane, epochOf(hole.from), past)
    end
  end
end

-- Takes so many positions behind all that are taken, and answers the first of them.
local function makeRoom(line, lane, count)
  if not isUnused(line, lane) then endEpoch(line, lane, LINE.epochNumbers) end
  local shift = laneNumber(line, lane, "shift")
  putLane(line, lane, "shift", shift + count)
  line.epochs[lane] = nil
  return laneNumber(line, lane, "last") % LINE.epochNumbers + shift + 1
end

-- Numbers that the line had forgotten when their epoch ended stand in pages, each made for the first that is shown.
-- Answers what leads from a running number to the position, or nil where there is none yet.
local function knownPage(line, lane, epoch, page)
  local field = string.format("%d:%d:%d", lane, epoch, page)
  local add = line.looked[field]
  if add == nil then
    add = tonumber(redis.call("HGET", line.epochsKey, field) or nil) or false
    line.looked[field] = add
  end
  return add, field
end

local function pageOf(line, lane, epoch, page)
  local add, field = knownPage(line, lane, epoch, page)
  if not add then
    add = makeRoom(line, lane, EPOCHS.page) - page * EPOCHS.page
    redis.call("HSET", line.epochsKey, field, string.format("%.0f", add))
    -- Whatever becomes of the call: nobody else may get this room.
    flush(line)
    line.looked[field] = add
  end
  return add
end

-- Makes the pages of all running numbers of an epoch up to one, which nobody had before.
local function makePages(line, lane, epoch, upTo)
  local past = pastEpoch(line, lane, epoch)
  if epochOf(laneNumber(line, lane, "last")) == epoch or (past and upTo <= past.last) then return end
  local first, last = math.floor(((past and past.last or 0) + 1) / EPOCHS.page), math.floor(upTo / EPOCHS.page)
  local add = makeRoom(line, lane, (last - first + 1) * EPOCHS.page) - first * EPOCHS.page
  for page = first, last do
    local known, field = knownPage(line, lane, epoch, page)
    if not known then
      redis.call("HSET", line.epochsKey, field, string.format("%.0f", add))
      line.looked[field] = add
    end
  end
end

-- The position of a number: the same for as long as the run goes on.
local function positionOf(line, lane, n)
  local present = line.epochs[lane] or presentEpoch(line, lane)
  if n >= present.first then return n + present.add end
  local epoch = epochOf(n)
  local running, past = n - epoch * LINE.epochNumbers, pastEpoch(line, lane, epoch)
  if past and running <= past.last then return running + past.add end
  return running + pageOf(line, lane, epoch, math.floor(running / EPOCHS.page))
end

-- Up to which number positions follow one another from this one on.
local function positionsTo(line, lane, n)
  if n >= presentEpoch(line, lane).first then return math.huge end
  local epoch = epochOf(n)
  local running, past = n - epoch * LINE.epochNumbers, pastEpoch(line, lane, epoch)
  if past and running <= past.last then return n - running + past.last end
  local page = math.floor(running / EPOCHS.page)
  local add, to = pageOf(line, lane, epoch, page), page
  while to - page < EPOCHS.pagesAtOnce and knownPage(line, lane, epoch, to + 1) == add do to = to + 1 end
  return n - running + (to + 1) * EPOCHS.page - 1
end

-- The first hole that ends at a number or behind it, whether the list has it or not.
local function holeFrom(line, lane, n)
  local from, to, epoch = math.huge, math.huge, epochOf(n)
  for first, last in eachHole(line, lane) do
    if first <= last and last >= n then
      from, to = first, last
      break
    end
  end
  if from == math.huge or epochOf(from) == epoch or epoch == epochOf(laneNumber(line, lane, "last")) then
    return from, to
  end
  local past = pastEpoch(line, lane, epoch)
  -- In an epoch of a hole nobody joined. What stands below its mark was handed out before the loss, and counts for nothing.
  local last = past and past.last or (epochOf(from) < epoch and to or from - 1) % LINE.epochNumbers
  local following = past and past.following or epoch + 1
  return math.max(n, epoch * LINE.epochNumbers + last + 1), following * LINE.epochNumbers + last
end

-- Somebody shows a number that lies in a hole: it was handed out before the loss, and the hole ends above it.
local function noteHeld(line, lane, n)
  local holes, isChanged = holesOf(line, lane), false
  for i, hole in ipairs(holes) do
    if n > hole.mark and n <= hole.to then
      local first = epochOf(n) * LINE.epochNumbers + (hole.from - 1) % LINE.epochNumbers
      -- Losses among which nobody joined have one hole.
      local isOfLater = first > hole.from and hole.mark < first and hole.to - first >= LINE.epochNumbers
      if isOfLater then
        local before = epochOf(hole.from - 1)
        local past = pastEpoch(line, lane, before)
        if past then notePast(line, lane, before, { last = past.last, add = past.add, following = epochOf(first) }) end
        table.insert(holes, i, { from = hole.from, to = first, mark = hole.mark })
        hole.from = first + 1
      end
      hole.mark, isChanged = n, true
      break
    end
  end
  if not isChanged then return end
  local texts = {}
  for i, hole in ipairs(holes) do texts[i] = string.format("%.0f:%.0f:%.0f;", hole.from, hole.to, hole.mark) end
  holes.list = table.concat(texts)
  putLane(line, lane, "holes", holes.list)
end
