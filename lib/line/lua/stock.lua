-- What is for sale, and the units that are kept for visitors on the site: each admission reserves as many as one
-- order may have. What all reservations hold together stands beside them (`-`), so that no loss parts the two.
-- NEEDS line
-- LEAVES openStock freeUnits admissionsLeft reserveUnits moveReservation noteSale reserveAgain

local function changeReserved(stock, by)
  if by ~= 0 then stock.reserved = tonumber(redis.call("HINCRBY", stock.unitsKey, "-", by)) end
end

-- Units that are kept for a visitor, and those that the visitor has bought.
local function unitsOf(stock, queueId)
  local reserved, sold = string.match(redis.call("HGET", stock.unitsKey, queueId) or "", "^(%d+):(%d+)$")
  return tonumber(reserved or 0), tonumber(sold or 0)
end

-- Ends the reservations that are over. Their units are for sale again where the site reports what was sold, and
-- count as sold where it does not.
local function openStock(line, keys)
  local stock = { isCounted = has(line, "stock"), reserved = 0, untilKey = keys.buyers, unitsKey = keys.buyerUnits }
  if not stock.isCounted then return stock end
  stock.reserved = tonumber(redis.call("HGET", stock.unitsKey, "-") or 0)
  local due = redis.call("ZRANGEBYSCORE", stock.untilKey, "-inf", line.now, "LIMIT", 0, STOCK.endedAtOnce)
  if #due == 0 then return stock end
  redis.call("ZREM", stock.untilKey, unpack(due))
  local ended = 0
  for _, held in ipairs(redis.call("HMGET", stock.unitsKey, unpack(due))) do
    ended = ended + tonumber(string.match(held or "", "^(%d+):") or 0)
  end
  redis.call("HDEL", stock.unitsKey, unpack(due))
  changeReserved(stock, -ended)
  if text(line, "salesReported") ~= "1" then put(line, "stock", number(line, "stock") - ended) end
  return stock
end

-- Units that nobody has bought and that are kept for nobody.
local function freeUnits(line, stock) return number(line, "stock") - stock.reserved end

local function unitsPerAdmission(line) return math.max(1, number(line, "unitsPerAdmission")) end

-- How many may go in. Fewer units than one order may have go to one visitor alone, for whom the others' are no
-- temptation: once nobody else has a reservation.
local function admissionsLeft(line, stock)
  if not stock.isCounted then return math.huge end
  local free = freeUnits(line, stock)
  local whole = math.max(0, math.floor(free / unitsPerAdmission(line)))
  if whole == 0 and free > 0 and stock.reserved == 0 then return 1 end
  return whole
end

local function keepUnits(stock, queueId, reserved, sold, untilMs)
  redis.call("HSET", stock.unitsKey, queueId, string.format("%.0f:%.0f", reserved, sold))
  redis.call("ZADD", stock.untilKey, untilMs, queueId)
end

-- For an admission that `admissionsLeft` has let through.
local function reserveUnits(line, stock, queueId, untilMs)
  if not stock.isCounted then return end
  local _, sold = unitsOf(stock, queueId)
  local units = math.min(unitsPerAdmission(line), freeUnits(line, stock))
  keepUnits(stock, queueId, units, sold, untilMs)
  changeReserved(stock, units)
end

-- For an admission that a loss has undone: as if it had not. Where others have taken its units since, more is
-- reserved than there is, so that nobody else comes in.
local function reserveAgain(line, stock, queueId, untilMs)
  if not stock.isCounted or untilMs <= line.now then return end
  if redis.call("HEXISTS", stock.unitsKey, queueId) == 1 then return end
  local units, free = unitsPerAdmission(line), freeUnits(line, stock)
  if free > 0 then units = math.min(units, free) end
  keepUnits(stock, queueId, units, 0, untilMs)
  changeReserved(stock, units)
end

-- Lets a reservation last longer (`GT`) or less long (`LT`), if there is one.
local function moveReservation(stock, queueId, untilMs, comparison)
  if not stock.isCounted then return end
  local reserved = unitsOf(stock, queueId)
  if reserved > 0 then redis.call("ZADD", stock.untilKey, "XX", comparison, untilMs, queueId) end
end

-- A visitor has bought so many units in all: that ends the reservation. Answers how many more they are than was known: none
-- where it is repeated.
local function noteSale(line, stock, queueId, units)
  local reserved, sold = unitsOf(stock, queueId)
  changeReserved(stock, -reserved)
  keepUnits(stock, queueId, 0, units, line.now + STOCK.saleKeptMs)
  return units - sold
end
