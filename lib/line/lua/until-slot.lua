-- When whoever found no slot shall ask again.
-- NEEDS line seats stock
-- LEAVES untilSlotMs untilLateSlotMs

-- In time: when it is their turn behind `before` others who are waited for, and soon enough to notice that
-- the pace has risen.
local function untilSlotMs(line, pace, seats, stock, before)
  local polledMs = math.min(LINE.askAgainMs, 500 * (1 + before))
  if has(line, "grants") and number(line, "grants") < 1 + before then return polledMs end
  if admissionsLeft(line, stock) < 1 + before then return polledMs end
  if not hasSeats(seats, 1 + before) then return math.min(polledMs, untilSeatMs(seats)) end
  local missing = 1 + before - number(line, "tokens")
  -- There is a slot, but it belongs to another lane or behind somebody who is on the way.
  if missing <= 0 then return math.max(100, 1000 / pace.rate) end
  return missing / pace.rate * 1000
end

-- Late ones come one after the other, as their share comes in. `late.refused` counts those of this call whose
-- share is there, and who wait for the bucket alone.
local function untilLateSlotMs(line, pace, seats, stock, late)
  if number(line, "lateTokens") >= 1 + late.refused then
    late.refused = late.refused + 1
    return untilSlotMs(line, pace, seats, stock, late.refused - 1)
  end
  local now = line.now
  local dueMs = math.max(now, number(line, "lateDueMs")) + 1000 / (pace.rate * LINE.lateShare)
  put(line, "lateDueMs", math.min(dueMs, now + LINE.lateAskAgainMs))
  return math.min(LINE.lateAskAgainMs, math.max(dueMs - now, untilSlotMs(line, pace, seats, stock, 0)))
end
