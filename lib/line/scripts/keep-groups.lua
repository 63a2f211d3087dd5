-- NEEDS line
local line = readLine(keys.line)
if not has(line, "run") then return { "LOST" } end
if number(line, "run") ~= args.runId then return { "RUN" } end
local added = {}
for first, count, root, lane in eachMember() do
  local last = first + count - 1
  local group = string.format("%.0f:%.0f:%s", first, count, root)
  if lane > 0 then group = string.format("%s:%.0f", group, lane) end
  local near = redis.call("ZRANGEBYSCORE", keys.drawGroups, first, "+inf", "LIMIT", 0, 1)[1]
  if near ~= group then
    if near and tonumber((string.match(near, "^%d+"))) <= last then return { "OVERLAP" } end
    added[#added + 1] = { last, group }
  end
end
if text(line, "drawClosed") == "1" and #added > 0 then return { "CLOSED" } end
for _, scored in ipairs(added) do redis.call("ZADD", keys.drawGroups, scored[1], scored[2]) end
return answer({})
