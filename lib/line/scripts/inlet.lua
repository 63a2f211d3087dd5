-- NEEDS line clock pace bucket limits
local line = openLine(keys.line, shared)
if not has(line, "run") then return { "LOST" } end
settleBucket(line, paceOf(line))
for _, field in ipairs({
  "inletOutflow", "inletCap", "inletBy", "inletEveryMs", "inletStartMs", "inletEndMs", "inletGiven",
}) do drop(line, field) end
for field, value in eachMember() do put(line, field, value) end
if args.countsSlots == 0 then
  drop(line, "grants")
elseif not has(line, "grants") then
  put(line, "grants", 0)
end
local everyMs = number(line, "inletEveryMs")
if everyMs > 0 then
  -- Intervals that have passed already give nothing.
  local sinceMs = line.now - number(line, "inletStartMs")
  put(line, "inletGiven", sinceMs > 0 and math.floor(sinceMs / everyMs) + 1 or 0)
end
limitsChanged(line)
flush(line)
return answer({})
