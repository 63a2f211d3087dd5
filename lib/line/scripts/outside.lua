-- NEEDS line clock phase sources
local line = openLine(keys.line, shared)
if number(line, "run") ~= args.runId then return { "RUN" } end
-- What is issued says when it ends. Behind a loss only a caller with a clock of its own knows what time it is.
if not knowsTime(line, shared) then
  if args.callerLineMs == 0 then return { "RECOVERING" } end
  line.now = math.max(line.now, args.callerLineMs)
end
local phase = phaseOf(line)
if phase == "stopped" or phase == "draft" or (text(line, "paused") == "1" and args.staffLinkId == "") then return { "CLOSED" } end
local sources = openSources(line, keys, args.limits, args.sources)
if not isOpenTo(sources, 1) then return { "KNOWN" } end
keepSources(sources)
local n = number(line, "outside") + 1
put(line, "outside", n)
flush(line)
redis.call("XADD", keys.admissions, "MAXLEN", "~", 5000000, "*", "r", text(line, "run"), "v", "0",
  "t", args.redirectType, "a", string.format("%.0f", line.now),
  "m", string.format("%.0f", n) .. ":0:" .. args.queueId .. ";", "l", args.staffLinkId)
return answer({ lineTimeMs = line.now })
