-- NEEDS line bits
local line = readLine(keys.line, keys.epochs)
if number(line, "run") ~= args.runId then return { "RUN" } end

-- How many bits of a byte are set.
local function countBits(byte)
  local count = 0
  while byte > 0 do
    count, byte = count + byte % 2, math.floor(byte / 2)
  end
  return count
end

local count, held = 0, redis.call("GETRANGE", keys.spent, args.at, args.at + #args.bits - 1)
local both = {}
for i = 1, #args.bits do
  local had, gets = string.byte(held, i) or 0, string.byte(args.bits, i)
  local all = bit.bor(had, gets)
  if all ~= had then count = count + countBits(all - had) end
  both[i] = string.char(all)
end
if #both > 0 then redis.call("SETRANGE", keys.spent, args.at, table.concat(both)) end
for lane, n in eachMember() do
  if redis.call("SETBIT", keys.spent, string.format("%.0f", bitOf(line, lane, n)), 1) == 0 then count = count + 1 end
end
put(line, "admitted", number(line, "admitted") + count)
flush(line)
return answer({ count = count })
