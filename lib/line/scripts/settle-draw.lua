-- NEEDS line bits epochs replicas
local line = readLine(keys.line, keys.epochs)
if not has(line, "run") then return { "LOST" } end
if number(line, "run") ~= args.runId then return { "RUN" } end
local now = line.now
if has(line, "drawOpensAtMs") then return answer({ lineTimeMs = now, drawnAtMs = number(line, "drawnAtMs") }) end
if text(line, "replid") ~= replicationId(shared) or now < number(line, "holdUntilMs") then return { "EARLY" } end
local isFirst = args.spentDigest ~= ""
if isFirst and redis.sha1hex(redis.call("GET", keys.spent) or "") ~= args.spentDigest then return { "CHANGED" } end
local members, lastIndex = args.members, args.lastIndex
local holes = lastIndex > members and string.format("%.0f:%.0f:%.0f;", members + 1, lastIndex, members) or ""
for from, rest in string.gmatch(text(line, "holes"), "(%d+)(:%d+:%d+;)") do
  if tonumber(from) > lastIndex then holes = holes .. from .. rest end
end
local opensAtMs = now + args.openAfterMs
if isFirst then
  redis.call("SET", keys.spent, args.spent)
  redis.call("SETBIT", keys.spent, 0, 1)
  redis.call("DEL", keys.confirmed)
  redis.call("SETBIT", keys.confirmed, 0, 0)
  put(line, "serving", 0)
  put(line, "live", 0)
  put(line, "allowance", 0)
  put(line, "history", string.format("%.0f:0:0:0;", opensAtMs))
end
redis.call("HSET", keys.drawOrder, "run", string.format("%.0f", args.runId), "key", args.orderKey,
  "groups", args.groups, "lastIndex", string.format("%.0f", lastIndex), "rules", args.rules)
put(line, "holes", holes)
put(line, "drawClosed", "1")
put(line, "drawLast", lastIndex)
put(line, "drawnAtMs", now)
put(line, "drawOpensAtMs", opensAtMs)
makePages(line, 0, 0, members)
flush(line)
for n in eachMember() do redis.call("SETBIT", keys.spent, bitOf(line, 0, n), 1) end
return answer({ lineTimeMs = now, drawnAtMs = now })
