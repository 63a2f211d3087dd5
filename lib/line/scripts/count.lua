-- NEEDS line replicas minutes
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
if text(line, "replid") ~= replicationId(shared) then return { "RECOVERING" } end
local part, minute = partOf(line), minuteOf(line)
if args.part >= 0 and args.part ~= part then return { "PART" } end
local process = "process " .. args.processId
local last = tonumber(string.match(redis.call("HGET", keys.minutes, process) or "", "^%d+") or 0)
for turn, ownPart, counts in eachMember() do
  if turn > last then
    last = turn
    for run, at, what, count in string.gmatch(counts, "(%d+):(%d+):(%d+:[%a-]+):(%d+);") do
      if tonumber(run) == number(line, "run") then
        -- The process counts joins that a loss has undone, and no others.
        if string.find(what, ":joins$") then put(line, "joined", number(line, "joined") + count) end
        if string.find(what, ":challenge") then put(line, "challenged", number(line, "challenged") + count) end
      end
      -- A minute that is stored and forgotten stays as it is.
      local counted = math.min(tonumber(at), minute)
      if counted < minute - MINUTES.open then counted = minute end
      addCount(keys.minutes, string.format("%s:%.0f", run, ownPart), counted, what, tonumber(count))
    end
  end
end
put(line, "countedMinute", minute)
flush(line)
redis.call("HSET", keys.minutes, process, string.format("%.0f:%.0f", last, minute))
return answer({})
