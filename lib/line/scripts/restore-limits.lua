-- NEEDS line clock pace bucket limits
local line = openLine(keys.line, shared)
if not has(line, "run") then return { "LOST" } end
if args.version <= number(line, "limitsVersion") then return { "OLD" } end
settleBucket(line, paceOf(line))
replaceLimits(line, args.version, args.atMs, args.limits)
flush(line)
return answer({})
