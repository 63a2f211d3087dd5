-- NEEDS line replicas
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
if number(line, "run") ~= args.runId then return { "RUN" } end
local now = line.now
if text(line, "replid") ~= replicationId(shared) or now < number(line, "holdUntilMs") then return { "EARLY" } end
-- After a loss it waits for receipts that pages show.
local shownMs = math.min(args.latestMs, number(line, "lossAtMs") + DRAW.showReceiptsMs)
if text(line, "drawClosed") ~= "1" and now < math.max(args.notBeforeMs, shownMs) then return { "EARLY" } end
local lastIndex = has(line, "drawLast") and number(line, "drawLast") or number(line, "last")
put(line, "drawClosed", "1")
put(line, "drawLast", lastIndex)
flush(line)
return answer({
  lineTimeMs = now,
  lastIndex = lastIndex,
  groups = redis.call("ZRANGE", keys.drawGroups, 1, -1),
})
