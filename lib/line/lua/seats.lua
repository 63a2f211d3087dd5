-- Seats under the active cap: leases by queue id in a sorted set, whose score is the line time at which they
-- end. One member that never ends keeps the key in being. Who is let in while there is no cap takes an
-- unnamed seat, so that a cap that is set later counts everybody on the site.
-- NEEDS line unnamed-seats
-- LEAVES openSeats hasSeats hasNamedSeat holdsSeat leaseSeat giveBackSeat takeSeat keepUnnamedSeats seatsWithin untilSeatMs

-- Counts the seats that are taken, and takes away some of those that are over: many may end at once, and none of
-- them counts anywhere while it still stands there. Without a cap (0) unnamed seats are not counted.
local function openSeats(line, keys)
  local cap = number(line, "activeCap")
  if has(line, "inletCap") then
    local inletCap = number(line, "inletCap")
    cap = cap == 0 and inletCap or math.min(cap, inletCap)
  end
  local now = line.now
  local named, over = redis.call("ZCARD", keys.seats) - 1, 0
  if named > 0 then over = redis.call("ZCOUNT", keys.seats, "-inf", now) end
  if over > 0 then redis.call("ZREMRANGEBYRANK", keys.seats, 0, math.min(over, SEATS.endedAtOnce) - 1) end
  named = named - over
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

local function hasNamedSeat(seats, queueId)
  local endsAtMs = seats.named > 0 and redis.call("ZSCORE", seats.key, queueId)
  return endsAtMs and tonumber(endsAtMs) > seats.now
end

local function holdsSeat(seats, queueId) return seats.cap == 0 or hasNamedSeat(seats, queueId) end

local function countNamedSeat(seats, change)
  seats.named = seats.named + change
  seats.taken = seats.taken + change
end

-- Takes a seat with a name, or renews it.
local function leaseSeat(seats, queueId)
  if not hasNamedSeat(seats, queueId) then countNamedSeat(seats, 1) end
  redis.call("ZADD", seats.key, seats.now + seats.seatMs, queueId)
  seats.untilSeatMs = nil
end

local function giveBackSeat(seats, queueId)
  if hasNamedSeat(seats, queueId) then countNamedSeat(seats, -1) end
  redis.call("ZREM", seats.key, queueId)
end

-- Those without a name are counted, and written at once by `keepUnnamedSeats`.
local function takeSeat(seats, queueId)
  if seats.cap > 0 or hasNamedSeat(seats, queueId) then
    leaseSeat(seats, queueId)
  else
    seats.newUnnamed = seats.newUnnamed + 1
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
  local ending = redis.call("ZCOUNT", seats.key, string.format("(%.0f", seats.now), untilMs)
    + countUnnamedSeats(seats.unnamedKey, seats.now, untilMs)
  return math.max(0, seats.cap - seats.taken + ending)
end

-- Until the next seat with a name ends; from half a second to five. Looked up once for all who are refused.
local function untilSeatMs(seats)
  if seats.untilSeatMs then return seats.untilSeatMs end
  local from = string.format("(%.0f", seats.now)
  local first = redis.call("ZRANGE", seats.key, from, "+inf", "BYSCORE", "LIMIT", 0, 1, "WITHSCORES")
  seats.untilSeatMs = math.max(500, math.min(5000, tonumber(first[2]) - seats.now))
  return seats.untilSeatMs
end
