import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { ASKING_LUA, AWAITED, UNTIL_SLOT_LUA } from "./asking";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { RECENT_HALVES_LUA } from "./recent";
import { type GuardedStatus, parseGuardedReply } from "./reply";
import { SEATS_LUA } from "./seats";

/**
 * What admitting writes; shared with the direct entry of a dormant event. Everything is kept in Lua
 * until `keepAdmissions` writes that of the whole call, with one command for each key.
 */
export const ADMIT_LUA = /* lua */ `
local nowText = string.format("%.0f", now)
local function idOf(n) return string.format("%.0f", bitOf(n)) end

local spentNow, newlySpent = {}, {}
local function isSpent(id) return spentNow[id] or redis.call("GETBIT", spentKey, id) == 1 end
local function spend(id)
  local i = #newlySpent
  spentNow[id] = true
  newlySpent[i + 1], newlySpent[i + 2], newlySpent[i + 3], newlySpent[i + 4] = "SET", "u1", id, "1"
end

${RECENT_HALVES_LUA}
local currentRecent, formerRecent = recentHalves(number("recentTurn"))
-- Notes an admission, all of it given as text: the id is the bit of the number.
local remembered, rememberedIds, streamed = {}, {}, {}
local function remember(id, text, claim, queueId, firstText, renewals)
  if not remembered[id] then rememberedIds[#rememberedIds + 1] = id end
  remembered[id] = nowText .. ":" .. firstText .. ":" .. renewals .. ":" .. claim .. ":" .. queueId
  streamed[#streamed + 1] = text .. ":" .. renewals .. ":" .. queueId .. ";"
end
local function recall(id)
  return remembered[id] or redis.call("HGET", currentRecent, id) or redis.call("HGET", formerRecent, id) or ""
end
local function keepAdmissions(redirectType)
  if #rememberedIds == 0 then return end
  if #newlySpent > 0 then redis.call("BITFIELD", spentKey, unpack(newlySpent)) end
  local fields = {}
  for i, id in ipairs(rememberedIds) do fields[2 * i - 1], fields[2 * i] = id, remembered[id] end
  redis.call("HSET", currentRecent, unpack(fields))
  redis.call("XADD", admissionsKey, "MAXLEN", "~", 5000000, "*", "r", line["run"], "v", lane, "t", redirectType,
    "a", nowText, "m", table.concat(streamed), "l", "")
end
`;

/**
 * Lets a group of visitors in, lowest number first: one slot, one admission, once per number. Those
 * with a lower number who have asked in vain come first, whichever process asked for them. The same
 * claim gets the same admission again; when its token has passed it may be renewed twice within ten
 * minutes, each time for a new slot. Those called more than a minute ago who have not asked since get at
 * most a fifth of the slots while others wait. Members are one text, as is what came of them: a list of
 * short texts costs the driver more than the rest of the call.
 */
export const runEnter = defineScript({
  name: "stanchionEnter",
  keys: [
    "lineKey",
    "spentKey",
    "recentEvenKey",
    "recentOddKey",
    "admissionsKey",
    "figuresKey",
    "askingKey",
    "seatsKey",
    "unnamedSeatsKey",
  ],
  args: { ...GUARD_ARGUMENTS, members: "string" },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
${ADMIT_LUA}
if stopped then return stopped end
${SEATS_LUA}
${ASKING_LUA}
${UNTIL_SLOT_LUA}
-- What came of each member, in order.
local outcomes = {}
local function answer() return { "OK", nowText, table.concat(outcomes, ",") } end
local where = phase()
if where ~= "running" or line["paused"] == "1" then
  for _ in string.gmatch(members, ";") do outcomes[#outcomes + 1] = "closed" end
  flush()
  return answer()
end
settleBucket()
local lateBoundary = sampleAt(now - lateMs) or 0
-- Who asks where nobody else of the lane is under way was called a while ago: late among other lanes.
local ownLive, anyLive = number(of("live")) > 0, false
inEachLane(function() anyLive = anyLive or number(of("live")) > 0 end)
local granted = 0

-- How many who are waited for, or were refused in this call, stand before the number that is looked
-- at, and the lowest of them. In random order numbers say nothing, and nobody is waited for.
local isRandom = line["method"] == "random"
local awaited, order, hasNews = {}, {}, false
if not isRandom then awaited, order = readAsking() end
local passed, ahead, lowest = 0, 0, nil
local function stands(n)
  ahead = ahead + 1
  if not isRandom then lowest = lowest or n end
end
local function lookFrom(n)
  while passed < #order and order[passed + 1] < n do
    passed = passed + 1
    if awaited[order[passed]] then stands(order[passed]) end
  end
end

local function isLate(n)
  return not awaited[n] and anyLive and (not ownLive or n <= lateBoundary)
end

-- When a number that found no slot shall ask again. Whoever is in time is waited for until then.
local function untilSlot(n, renewedBy)
  if line["stock"] and number("stock") == 0 and not renewedBy then return "soldout" end
  local ms
  if isLate(n) then
    ms = untilLateSlotMs()
  else
    ms = math.min(${LINE.askAgainMs}, untilSlotMs(ahead))
    if not renewedBy and not awaited[n] then stands(n) end
    if not renewedBy and not isRandom then
      awaited[n] = now + math.max(${AWAITED.leastMs}, ms + ${AWAITED.graceMs})
      hasNews = true
    end
  end
  return string.format("wait:%.0f", math.max(1, math.ceil(ms)))
end

local function take(field)
  if line[field] then put(field, number(field) - 1) end
end

-- What is there goes to those first who stand before; a late number has a share of its own instead.
local function isAvailable(n, renewedBy)
  local late = isLate(n)
  local wanted = late and 1 or 1 + ahead
  if number("tokens") < wanted or (late and number("lateTokens") < 1) then return false end
  if not late and lowest and apart(lowest, n) > ${LINE.orderSeconds} * rate then return false end
  if not mayTakeFromLane() then return false end
  if line["grants"] and number("grants") < wanted then return false end
  if renewedBy and holdsSeat(renewedBy) then return true end
  return (renewedBy or not line["stock"] or number("stock") >= wanted) and hasSeats(wanted)
end

-- Takes a slot. A renewal, \`renewedBy\` its queue id, keeps what it took from the stock, and its seat
-- unless that has ended.
local function slot(n, renewedBy)
  if not isAvailable(n, renewedBy) then return false end
  put("tokens", number("tokens") - 1)
  put(of("laneTokens"), number(of("laneTokens")) - 1)
  if isLate(n) then put("lateTokens", number("lateTokens") - 1) end
  if awaited[n] then
    awaited[n] = nil
    hasNews = true
  end
  take("grants")
  if not renewedBy then take("stock") end
  granted = granted + 1
  return true
end

local function again(n, id, text, claim)
  local at, first, renewals, heldClaim, queueId = string.match(recall(id), "^(%d+):(%d+):(%d+):(%x*):(.*)$")
  if not at then return "spent" end
  if heldClaim ~= claim then return "used" end
  if now <= tonumber(at) + number("validitySeconds") * 1000 then
    return "admitted:" .. at .. ":" .. renewals
  end
  if tonumber(renewals) >= ${LINE.renewLimit} or now > tonumber(first) + ${LINE.renewMs} then return "spent" end
  if not slot(n, queueId) then return untilSlot(n, queueId) end
  takeSeat(queueId)
  renewals = string.format("%d", renewals + 1)
  remember(id, text, claim, queueId, first, renewals)
  return "admitted:" .. nowText .. ":" .. renewals
end

local last, serving = number(of("last")), number(of("serving"))
local fresh, beyond = 0, 0
-- In random order the caller has checked that the visitor has won; numbers say nothing then.
local function outcomeOf(text, claim, queueId)
  local n = tonumber(text)
  lookFrom(n)
  if n > last then return "early" end
  local id = idOf(n)
  if isSpent(id) then return again(n, id, text, claim) end
  if n > serving and not isRandom then return "early" end
  if not slot(n, nil) then return untilSlot(n, nil) end
  spend(id)
  if n > serving then beyond = beyond + 1 end
  takeSeat(queueId)
  remember(id, text, claim, queueId, nowText, "0")
  fresh = fresh + 1
  return "admitted:" .. nowText .. ":0"
end
for text, claim, queueId in string.gmatch(members, "([^ ]*) ([^ ]*) ([^;]*);") do
  outcomes[#outcomes + 1] = outcomeOf(text, claim, queueId)
end
put("admitted", number("admitted") + fresh)
put(of("gone"), number(of("gone")) + beyond)
if isRandom then put(of("backlog"), math.max(0, number(of("backlog")) - fresh)) end
flush()
keepAdmissions("queue")
keepUnnamedSeats()
if hasNews then keepAsking(awaited) end
if granted > 0 then figure(0, granted, nil) end
return answer()
`,
  parseReply: parseEnterReply,
});

export type EnterOutcome =
  | { readonly type: "admitted"; readonly admittedAtMs: number; readonly renewals: number }
  /** No slot now; there may be one for this visitor in so many milliseconds. */
  | { readonly type: "wait"; readonly waitMs: number }
  | { readonly type: "early" | "closed" | "used" | "spent" | "soldout" };

export type EnterReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  | {
      readonly status: "OK";
      readonly lineTimeMs: number;
      readonly outcomes: readonly EnterOutcome[];
    };

function parseEnterReply(raw: unknown): EnterReply {
  const { status, values } = parseGuardedReply(raw);
  if (status !== "OK") return { status };
  return { status, lineTimeMs: Number(values[0]), outcomes: parseOutcomes(String(values[1])) };
}

/** Most members of a call get the same answer as the one before them, which is read once. */
function parseOutcomes(text: string): EnterOutcome[] {
  let before = "";
  let outcome: EnterOutcome = { type: "closed" };
  return text.split(",").map((one) => {
    if (one !== before) outcome = parseOutcome(one);
    before = one;
    return outcome;
  });
}

/** The members of a call. Queue ids hold no semicolon, and neither they nor claims a space. */
export function enterMembers(
  members: readonly {
    readonly number: number;
    readonly claim: string;
    readonly queueId: string;
  }[],
): string {
  return members.map(({ number, claim, queueId }) => `${number} ${claim} ${queueId};`).join("");
}

/** Reads `early`, `closed`, `used`, `spent`, `soldout`, `wait:<ms>` or `admitted:<line time>:<renewals>`. */
function parseOutcome(text: string): EnterOutcome {
  const [type, ms, renewals] = text.split(":");
  switch (type) {
    case "admitted":
      return { type, admittedAtMs: Number(ms), renewals: Number(renewals) };
    case "wait":
      return { type, waitMs: Number(ms) };
    case "early":
    case "closed":
    case "used":
    case "spent":
    case "soldout":
      return { type };
    default:
      throw new Error(`The enter script answered ${text}.`);
  }
}
