-- The threshold below which an event at which nobody waits lets everybody straight in, also above the outflow.
-- Who was let in during the last minute is counted by the second, so that no 60 seconds hold more than the
-- threshold, or the outflow where that is higher.
-- NEEDS line unnamed-seats
-- LEAVES openNet hasRoom takeRoom untilRoomMs keepNet noteLetIn beginNet

local function lettingIn(line)
  local letIn = {}
  for second, count in string.gmatch(text(line, "letIn"), "(%d+):(%d+);") do letIn[tonumber(second)] = tonumber(count) end
  return letIn
end

-- Writes what still counts, oldest first.
local function keepLetIn(line, letIn)
  local parts, now = {}, math.floor(line.now / 1000)
  for second = now - NET.seconds, now do
    if letIn[second] then parts[#parts + 1] = string.format("%d:%d;", second, letIn[second]) end
  end
  put(line, "letIn", table.concat(parts))
end

local function add(letIn, atMs, count)
  local second = math.floor(atMs / 1000)
  letIn[second] = (letIn[second] or 0) + count
end

-- `room` is how many may be let in now. `bounds` says that the bucket alone does not hold the minute: somebody went
-- in above the outflow, or may have before a loss. Without a threshold nothing is counted.
local function openNet(line, unnamedSeatsKey)
  local threshold, now = number(line, "safetyNetPerMinute"), line.now
  local lossAtMs = number(line, "lossAtMs")
  local isUsed = now < number(line, "netAtMs") + NET.keptMs
  local net = { threshold = threshold, isCounted = threshold > 0 or isUsed, bounds = isUsed, room = math.huge, taken = 0, now = now }
  if not net.isCounted then return net end
  net.letIn, net.room = lettingIn(line), math.max(threshold, number(line, "outflowPerMinute"))
  local second = math.floor(now / 1000)
  for one = second - NET.seconds, second do net.room = net.room - (net.letIn[one] or 0) end
  if lossAtMs > 0 and now < lossAtMs + NET.keptMs then
    net.bounds, net.room = true, net.room - countUnknown(unnamedSeatsKey, now)
  end
  return net
end

local function hasRoom(net, count) return not net.bounds or net.room >= count end

-- Counts one who is let in.
local function takeRoom(net)
  net.room = net.room - 1
  net.taken = net.taken + 1
end

-- Until somebody may be let in again as far as the last minute goes.
local function untilRoomMs(net)
  if hasRoom(net, 1) then return 0 end
  local second = math.floor(net.now / 1000)
  for one = second - NET.seconds, second do
    if net.letIn[one] then return (one + NET.seconds + 1) * 1000 - net.now end
  end
  return LINE.askAgainMs
end

local function keepNet(line, net)
  if not net.isCounted or net.taken == 0 then return end
  add(net.letIn, net.now, net.taken)
  keepLetIn(line, net.letIn)
end

-- Counts one whom a loss had made the line forget.
local function noteLetIn(line, atMs)
  if atMs <= line.now - NET.keptMs then return end
  local letIn = lettingIn(line)
  add(letIn, atMs, 1)
  keepLetIn(line, letIn)
end

-- With a threshold that is new, the minute before it counts as full of the outflow so far.
local function beginNet(line, thresholdBefore, outflowBefore)
  if number(line, "safetyNetPerMinute") == 0 or thresholdBefore > 0 then return end
  local letIn = lettingIn(line)
  add(letIn, line.now, math.ceil(outflowBefore))
  keepLetIn(line, letIn)
end
