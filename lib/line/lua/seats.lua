-- Seats under the active cap: leases by queue id in a sorted set, whose score is the line time at which they
-- end. One member that never ends keeps the key in being. Who is let in while there is no cap takes an
-- unnamed seat, so that a cap that is set later counts everybody on the site.
-- NEEDS line unnamed-seats
-- LEAVES openSeats hasSeats holdsSeat takeSeat keepUnnamedSeats seatsWithin untilSeatMs

-- Ends the seats that are over and counts those that are taken. Without a cap (0) unnamed seats are not
-- counted.
local function openSeats(line, keys)
  local cap = number(line, "activeCap")
  if has(line, "inletCap") then
    local inletCap = number(line, "inletCap")
    cap = cap == 0 and inletCap or math.min(cap, inletCap)
  end
  local now = line.now
  local named = redis.call("ZCARD", keys.seats) - 1
  if named > 0 then named = named - redis.call("ZREMRANGEBYSCORE", keys.seats, "-inf", now) end
  local taken = named
  if cap > 0 then taken = taken + countUnnamedSeats(keys.unnamedSeats, now, math.huge) end
  return {
    key = keys.seats,
    unnamedKey = keys.unnamedSeats,
    cap = cap,
    named = named,
    taken = taken,
    newUnnamed = 0,
    now = now,
    seatMs = number(line, "seatMs"),
  }
end

local function hasSeats(seats, count) return seats.cap == 0 or seats.taken + count <= seats.cap end

local function holdsSeat(seats, queueId)
  return seats.cap == 0 or redis.call("ZSCORE", seats.key, queueId)
end

-- Those without a name are counted, and written at once by `keepUnnamedSeats`.
local function takeSeat(seats, queueId)
  if seats.cap == 0 and (seats.named == 0 or not redis.call("ZSCORE", seats.key, queueId)) then
    seats.newUnnamed = seats.newUnnamed + 1
  else
    seats.taken = seats.taken + redis.call("ZADD", seats.key, seats.now + seats.seatMs, queueId)
  end
end

local function keepUnnamedSeats(seats)
  if seats.newUnnamed == 0 then return end
  addUnnamedSeats(seats.unnamedKey, seats.newUnnamed, seats.now + seats.seatMs, seats.now, seats.seatMs)
end

-- How many seats will have been free within so many milliseconds.
local function seatsWithin(seats, ms)
  if seats.cap == 0 then return math.huge end
  local untilMs = seats.now + ms
  local ending = redis.call("ZCOUNT", seats.key, "-inf", untilMs)
    + countUnnamedSeats(seats.unnamedKey, seats.now, untilMs)
  return math.max(0, seats.cap - seats.taken + ending)
end

-- Until the next seat with a name ends; from half a second to five.
local function untilSeatMs(seats)
  local first = redis.call("ZRANGE", seats.key, 0, 0, "WITHSCORES")
  return math.max(500, math.min(5000, tonumber(first[2]) - seats.now))
end
