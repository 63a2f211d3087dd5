-- NEEDS line pace bucket
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
settleBucket(line, paceOf(line))
local field = args.field
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
flush(line)
return answer({ inForce = line.fields[field] })
