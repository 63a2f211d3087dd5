-- Who asked in time and found no slot: for each lane `number:until;…`, lowest first, `until` being the line
-- time to which they are waited for. They stay in the window and keep their turn however long it takes, as
-- long as they ask again when they were told to. `until` is 0 while nobody is called (sold out, paused, nobody in): who
-- was told so does not ask, and is waited for until it goes on.
-- NEEDS
-- LEAVES readAsking keepAsking

-- Answers until when each is waited for, by number, and the numbers, lowest first.
local function readAsking(askingKey, lane, now)
  local awaited, order = {}, {}
  for n, untilMs in string.gmatch(redis.call("HGET", askingKey, lane) or "", "(%d+):(%d+);") do
    if tonumber(untilMs) == 0 or tonumber(untilMs) > now then
      order[#order + 1] = tonumber(n)
      awaited[tonumber(n)] = tonumber(untilMs)
    end
  end
  return awaited, order
end

-- Keeps the lowest numbers only, so that the work of a call stays bounded.
local function keepAsking(askingKey, lane, awaited)
  local order, parts = {}, {}
  for n in pairs(awaited) do order[#order + 1] = n end
  table.sort(order)
  for i = 1, math.min(#order, ASKING.remembered) do
    parts[i] = string.format("%.0f:%.0f;", order[i], awaited[order[i]])
  end
  redis.call("HSET", askingKey, lane, table.concat(parts))
end
