-- What admitting writes. It is kept in memory until `keepAdmissions` writes that of the whole call, with one
-- command for each key.
-- NEEDS line bits recent
-- LEAVES openAdmissions idOf isSpent spend remember recall keepAdmissions

local function openAdmissions(line, keys, lane)
  local current, former = recentHalves(keys, number(line, "recentTurn"))
  return {
    line = line,
    lane = lane,
    nowText = string.format("%.0f", line.now),
    spentKey = keys.spent,
    streamKey = keys.admissions,
    current = current,
    former = former,
    spent = {},
    newlySpent = {},
    remembered = {},
    ids = {},
    streamed = {},
  }
end

-- A number's id: its bit, as text.
local function idOf(admissions, n) return string.format("%.0f", bitOf(admissions.line, admissions.lane, n)) end

local function isSpent(admissions, id)
  return admissions.spent[id] or redis.call("GETBIT", admissions.spentKey, id) == 1
end

local function spend(admissions, id)
  local list = admissions.newlySpent
  local i = #list
  admissions.spent[id] = true
  list[i + 1], list[i + 2], list[i + 3], list[i + 4] = "SET", "u1", id, "1"
end

-- Notes an admission. All of `who` is text: number, claim, queueId, firstText (when first admitted), renewals; but for
-- `isOutOfTurn`, true where an operator admitted it next.
local function remember(admissions, id, who)
  if not admissions.remembered[id] then admissions.ids[#admissions.ids + 1] = id end
  admissions.remembered[id] = admissions.nowText .. ":" .. who.firstText .. ":" .. who.renewals .. ":" .. who.claim
    .. ":" .. who.queueId
  admissions.streamed[#admissions.streamed + 1] = who.number .. ":" .. who.renewals .. ":" .. who.queueId .. ";"
  if who.isOutOfTurn then admissions.outOfTurn = (admissions.outOfTurn or "") .. who.number .. ";" end
end

-- `admitted at:first admitted at:renewals:claim:queue id`; empty when nothing is remembered.
local function recall(admissions, id)
  return admissions.remembered[id] or redis.call("HGET", admissions.current, id)
    or redis.call("HGET", admissions.former, id) or ""
end

local function keepAdmissions(admissions, redirectType)
  local ids = admissions.ids
  if #ids == 0 then return end
  if #admissions.newlySpent > 0 then redis.call("BITFIELD", admissions.spentKey, unpack(admissions.newlySpent)) end
  local fields = {}
  for i, id in ipairs(ids) do fields[2 * i - 1], fields[2 * i] = id, admissions.remembered[id] end
  redis.call("HSET", admissions.current, unpack(fields))
  redis.call("XADD", admissions.streamKey, "MAXLEN", "~", 5000000, "*", "r", text(admissions.line, "run"),
    "v", admissions.lane, "t", redirectType, "a", admissions.nowText, "m", table.concat(admissions.streamed), "l", "",
    unpack(admissions.outOfTurn and { "o", admissions.outOfTurn } or {}))
end
