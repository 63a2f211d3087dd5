import { defineScript } from "../define-script";
import { UNNAMED_SEATS_LUA } from "./unnamed-seats";

/**
 * Seats under the active cap: leases by queue id in a sorted set, the score being the line time at
 * which they end. One member that never ends keeps the key in being. Who is let in while there is no cap
 * takes an unnamed one, so that a cap that is set later counts everybody on the site.
 */
export const SEATS_LUA = /* lua */ `
local cap = number("activeCap")
if line["inletCap"] then cap = cap == 0 and number("inletCap") or math.min(cap, number("inletCap")) end
local named = redis.call("ZCARD", seatsKey) - 1
if named > 0 then named = named - redis.call("ZREMRANGEBYSCORE", seatsKey, "-inf", now) end
local seatsTaken = named
if cap > 0 then seatsTaken = seatsTaken + countUnnamedSeats(now, math.huge) end
local function hasSeats(count) return cap == 0 or seatsTaken + count <= cap end
local function holdsSeat(queueId) return cap == 0 or redis.call("ZSCORE", seatsKey, queueId) end
-- Those without a name are counted, and written at once by \`keepUnnamedSeats\`.
local unnamed = 0
local function takeSeat(queueId)
  local untilMs = now + number("seatMs")
  if cap == 0 and (named == 0 or not redis.call("ZSCORE", seatsKey, queueId)) then
    unnamed = unnamed + 1
  else
    seatsTaken = seatsTaken + redis.call("ZADD", seatsKey, untilMs, queueId)
  end
end
local function keepUnnamedSeats()
  if unnamed > 0 then addUnnamedSeats(unnamed, now + number("seatMs"), now, number("seatMs")) end
end
local function seatsWithin(ms)
  if cap == 0 then return math.huge end
  local ending = redis.call("ZCOUNT", seatsKey, "-inf", now + ms) + countUnnamedSeats(now, now + ms)
  return math.max(0, cap - seatsTaken + ending)
end
local function untilSeatMs()
  local first = redis.call("ZRANGE", seatsKey, 0, 0, "WITHSCORES")
  return math.max(500, math.min(5000, tonumber(first[2]) - now))
end
`;

/**
 * What the site reported about its visitors: \`e\` the visit is over, \`r\` the visitor is active. An
 * active one takes the seat again even above the cap, since they are on the site; without a cap only
 * seats that have a name are renewed. Members follow as pairs: kind, queue id. Answers how many seats are
 * taken now, 0 without a cap.
 */
export const runSeatReports = defineScript({
  name: "stanchionSeatReports",
  keys: ["lineKey", "seatsKey", "unnamedSeatsKey"],
  args: {},
  lua: /* lua */ `
${UNNAMED_SEATS_LUA}
local held = redis.call("HMGET", lineKey, "correctionMs", "seatMs", "activeCap", "inletCap")
local isCapped = tonumber(held[3] or 0) > 0 or held[4]
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[1] or 0)
for i = 1, restCount, 2 do
  if rest(i) == "e" then
    redis.call("ZREM", seatsKey, rest(i + 1))
  elseif isCapped then
    redis.call("ZADD", seatsKey, now + tonumber(held[2]), rest(i + 1))
  else
    redis.call("ZADD", seatsKey, "XX", now + tonumber(held[2]), rest(i + 1))
  end
end
if not isCapped then return 0 end
redis.call("ZREMRANGEBYSCORE", seatsKey, "-inf", now)
return redis.call("ZCARD", seatsKey) - 1 + countUnnamedSeats(now, math.huge)
`,
  parseReply: Number,
});
