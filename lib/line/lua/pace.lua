-- How fast visitors are let in now.
-- NEEDS line
-- LEAVES paceOf slotsSoon

-- The outflow in force is the lowest of the set one, what the governor leaves, and that of an inlet.
-- `outflow` is a minute's, `rate` a second's, `depth` what the bucket holds; `confirmMs` is how long a called
-- number counts as under way, `lateMs` after how long it is late (confirmMsOf and lateMsOf of rates.ts).
local function paceOf(line)
  local outflow = number(line, "outflowPerMinute")
  if has(line, "governedOutflow") then outflow = math.min(outflow, number(line, "governedOutflow")) end
  if has(line, "inletOutflow") then outflow = math.min(outflow, number(line, "inletOutflow")) end
  local rate = outflow / LINE.bucketSeconds
  local betweenSlotsMs = LINE.bucketSeconds * 1000 / math.max(1, outflow)
  local confirmMs = math.max(LINE.confirmMs, LINE.confirmSlots * betweenSlotsMs)
  return {
    outflow = outflow,
    rate = rate,
    depth = math.max(1, rate),
    lateDepth = math.max(1, rate * LINE.lateShare),
    confirmMs = confirmMs,
    lateMs = math.max(LINE.lateMs, 3 * confirmMs),
  }
end

-- How many of those who are called now will have a slot soon, once the bucket is settled.
local function slotsSoon(line, pace)
  local soon = number(line, "tokens") + LINE.calledSeconds * pace.rate
  return math.floor(has(line, "grants") and math.min(soon, number(line, "grants")) or soon)
end
