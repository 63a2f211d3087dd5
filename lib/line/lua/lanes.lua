-- Which lane a slot belongs to.
-- NEEDS line
-- LEAVES shareSlots mayTakeFromLane lanesOfNext

-- The weight by which each lane receives slots. Ordered: all go to the first lane where somebody is on the way. Weighted: to
-- those as well where somebody is there who is not called yet.
local function receivingWeights(line)
  local weight, first, isOrdered = {}, nil, text(line, "laneMode") == "ordered"
  for lane = 0, line.lanes - 1 do
    local isHeldBack = not isOrdered and laneText(line, lane, "heldBack") == "1"
    local isWaiting = isHeldBack or laneNumber(line, lane, "live") > 0
    weight[lane] = isWaiting and laneNumber(line, lane, "weight") or 0
    if isWaiting and first == nil then first = lane end
  end
  if first == nil or isOrdered then
    for lane = 0, line.lanes - 1 do weight[lane] = lane == (first or 0) and 1 or 0 end
  end
  return weight
end

-- Divides what is new in the bucket, so that the tokens of the lanes add up to those of the bucket.
local function shareSlots(line, tokens)
  local weight, allWeights, kept = receivingWeights(line), 0, 0
  for lane = 0, line.lanes - 1 do
    allWeights = allWeights + weight[lane]
    if weight[lane] > 0 then kept = kept + laneNumber(line, lane, "laneTokens") end
  end
  for lane = 0, line.lanes - 1 do
    local own = weight[lane] > 0 and laneNumber(line, lane, "laneTokens") or 0
    putLane(line, lane, "laneTokens", own + (tokens - kept) * weight[lane] / allWeights)
  end
end

-- Which weighted lanes have one of the next slots, so many of them.
local function lanesOfNext(line, count)
  local weight, own, allWeights = receivingWeights(line), {}, 0
  for lane = 0, line.lanes - 1 do
    allWeights = allWeights + weight[lane]
    own[lane] = weight[lane] > 0 and laneNumber(line, lane, "laneTokens") or 0
  end
  local isNext, tokens = {}, number(line, "tokens")
  for slot = 1, math.min(count, LINE.slotsAhead) do
    -- What comes in until it is whole.
    local new, nearest = math.max(0, math.min(1, slot - tokens)), nil
    for lane = 0, line.lanes - 1 do
      own[lane] = own[lane] + new * weight[lane] / allWeights
      if weight[lane] > 0 and (nearest == nil or own[lane] > own[nearest]) then nearest = lane end
    end
    own[nearest] = own[nearest] - 1
    isNext[nearest] = true
  end
  return isNext
end

-- Whether the next slot may go to a lane: to one that has saved a whole one, else to the one nearest to it of those where
-- somebody is called.
local function mayTakeFromLane(line, asked)
  if line.lanes == 1 then return true end
  if laneNumber(line, asked, "live") == 0 then
    -- Who asks was called a while ago: behind higher classes, but never shut out by the others.
    if text(line, "laneMode") ~= "ordered" then return true end
    for lane = 0, asked - 1 do
      if laneNumber(line, lane, "live") > 0 then return false end
    end
    return true
  end
  local weight, own = receivingWeights(line), laneNumber(line, asked, "laneTokens")
  if weight[asked] == 0 then return false end
  if own >= 1 then return true end
  for lane = 0, line.lanes - 1 do
    local isCalled = weight[lane] > 0 and laneNumber(line, lane, "live") > 0
    if isCalled and laneNumber(line, lane, "laneTokens") > own then return false end
  end
  return true
end
