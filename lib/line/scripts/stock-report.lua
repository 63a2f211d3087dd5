-- NEEDS line limits stock minutes
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
-- What is written back says nothing new where no loss has undone it, or where the line was given a later state since.
local isAgain = args.atMs > 0
-- What was sold in the very moment that the state tells of last may be missing in it: too little is sold then.
local isKnown = isAgain and (args.atMs <= number(line, "stockAtMs") or args.atMs < number(line, "limitsAtMs"))
local kind = isKnown and "" or args.kind
local begins = kind == "units" or kind == "left"
-- What is counted begins before the sales, so that none of them is subtracted a second time from what is said now.
if begins and not has(line, "stock") then put(line, "stock", args.units) end
-- Reservations outlive a time without counting.
local sold, stock = {}, openStock(line, keys)
local bought, returned = 0, 0
if stock.isCounted then
  for queueId, units in eachMember() do
    local more = noteSale(line, stock, queueId, units)
    -- What is written back was counted when it was said.
    if not isAgain then
      bought, returned = bought + math.max(0, more), returned + math.max(0, -more)
    end
    if more ~= 0 and not isKnown then
      put(line, "stock", number(line, "stock") - more)
      if isAgain and not begins then noteSoldAgain(line, args.atMs, more) end
    end
    sold[#sold + 1] = queueId
  end
end
countInMinute(line, keys.minutes, 0, "bought", bought)
countInMinute(line, keys.minutes, 0, "returned", returned)
if begins then
  local free = isAgain and args.units - soldAgainSince(line, args.atMs) or args.units
  put(line, "salesReported", kind == "units" and "1" or "0")
  put(line, "stock", kind == "units" and free or free + stock.reserved)
elseif kind == "none" then
  drop(line, "stock")
  drop(line, "salesReported")
  stock.isCounted = false
end
if kind ~= "" then
  put(line, "stockAtMs", isAgain and args.atMs or line.now)
  limitsChanged(line)
end
flush(line)
return answer({
  lineTimeMs = line.now,
  units = stock.isCounted and number(line, "stock") or nil,
  left = stock.isCounted and math.max(0, freeUnits(line, stock)) or nil,
  reserved = stock.reserved,
  sold = sold,
})
