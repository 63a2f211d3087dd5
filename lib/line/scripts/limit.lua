-- NEEDS line clock pace bucket limits
local line = openLine(keys.line, shared)
if not has(line, "run") then return { "LOST" } end
settleBucket(line, paceOf(line))
local field, before = args.field, text(line, args.field)
if args.value == "" then
  drop(line, field)
else
  local value = tonumber(args.value)
  if args.mode == "add" then
    value = number(line, field) + value
    if args.most > 0 then value = math.min(args.most, value) end
  end
  put(line, field, math.max(0, value))
end
if text(line, field) .. "" ~= before then limitsChanged(line) end
flush(line)
return answer({ inForce = line.fields[field] })
