-- NEEDS line limits stock
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
local begins = args.kind == "units" or args.kind == "left"
-- What is counted begins before the sales, so that none of them is subtracted a second time from what is said now.
if begins and not has(line, "stock") then put(line, "stock", args.units) end
-- Reservations outlive a time without counting.
local sold, stock = {}, openStock(line, keys)
if stock.isCounted then
  for queueId, units in eachMember() do
    noteSale(line, stock, queueId, units)
    sold[#sold + 1] = queueId
  end
end
if begins then
  put(line, "salesReported", args.kind == "units" and "1" or "0")
  put(line, "stock", args.kind == "units" and args.units or args.units + stock.reserved)
elseif args.kind == "none" then
  drop(line, "stock")
  drop(line, "salesReported")
  stock.isCounted = false
end
if args.kind ~= "" then limitsChanged(line) end
flush(line)
return answer({
  lineTimeMs = line.now,
  units = stock.isCounted and number(line, "stock") or nil,
  left = stock.isCounted and math.max(0, freeUnits(line, stock)) or nil,
  reserved = stock.reserved,
  sold = sold,
})
