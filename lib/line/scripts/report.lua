-- NEEDS line bits recent stock
local line = readLine(keys.line)
if number(line, "run") ~= args.runId then return { "RUN" } end
local current, former = recentHalves(keys, number(line, "recentTurn"))
local written = 0
local stock = openStock(line, keys)
for n, lane, at, renewals, claim, queueId in eachMember() do
  local id = string.format("%.0f", bitOf(line, lane, n))
  if redis.call("SETBIT", keys.spent, id, 1) == 0 then written = written + 1 end
  local held = redis.call("HGET", current, id) or redis.call("HGET", former, id) or ""
  local heldAt, heldFirst = string.match(held, "^(%d+):(%d+):")
  if tonumber(heldAt or 0) < at then
    local atText = string.format("%.0f", at)
    local record = atText .. ":" .. (heldFirst or atText) .. ":" .. renewals .. ":" .. claim .. ":" .. queueId
    redis.call("HSET", current, id, record)
    reserveAgain(line, stock, queueId, at + number(line, "seatMs"))
  end
end
flush(line)
return answer({ written = written })
