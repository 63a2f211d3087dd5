import { defineScript } from "../define-script";
import { ASKING_LUA } from "./asking";
import { ADMIT_LUA } from "./enter";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";
import { SEATS_LUA } from "./seats";

/**
 * The direct entry of a dormant always-on event: joining and entering in one call. A newcomer goes
 * straight in only if nobody waits and a slot remains after keeping one for each number called in
 * the last six seconds that has not entered, and for each that asked and found none. Members follow as
 * pairs: claim (hex), queue id. Answers for each the number it was admitted with, or 0 for "the page".
 */
export const runPass = defineScript({
  name: "stanchionPass",
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
  args: GUARD_ARGUMENTS,
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
${ADMIT_LUA}
if stopped then return stopped end
${SEATS_LUA}
${ASKING_LUA}
local numbers = {}
local dormant = line["kind"] == "always-on" and phase() == "running" and line["paused"] ~= "1"
  and line["queueAll"] ~= "1" and line["method"] ~= "random" and not line["stock"] and not line["grants"]
local kept = 0

-- Numbers of the lane that were called in the last six seconds, or are waited for, and have not entered.
local function countUnderWay()
  if number(of("serving")) ~= number(of("last")) then dormant = false end
  local sixAgo, _, first = sampleAt(now - confirmMs)
  local from, to = (sixAgo or first) + 1, number(of("serving"))
  -- A range this wide holds a hole that was just crossed; the page is served until it has aged.
  if to - from >= 100000 then dormant = false end
  local _, asking = readAsking()
  for _, n in ipairs(asking) do
    if n < from then kept = kept + 1 end
  end
  if not dormant or to < from then return end
  local a, b = math.floor(bitOf(from) / 8), math.floor(bitOf(to) / 8)
  local spent = redis.call("GETRANGE", spentKey, a, b)
  for n = from, to do
    local byte = string.byte(spent, math.floor(bitOf(n) / 8) - a + 1) or 0
    if bit.band(byte, bit.lshift(1, 7 - bitOf(n) % 8)) == 0 then kept = kept + 1 end
  end
end

if dormant then
  settleBucket()
  inEachLane(countUnderWay)
end
local granted = 0
for i = 1, restCount, 2 do
  local n = 0
  if dormant and number("tokens") >= 1 + kept and hasSeats(1 + kept) then
    n = number(of("last")) + 1
    put("tokens", number("tokens") - 1)
    put(of("laneTokens"), number(of("laneTokens")) - 1)
    put(of("last"), n)
    put(of("serving"), n)
    spend(idOf(n))
    takeSeat(rest(i + 1))
    remember(idOf(n), string.format("%.0f", n), rest(i), rest(i + 1), nowText, "0")
    granted = granted + 1
  end
  numbers[#numbers + 1] = string.format("%.0f", n)
end
if granted > 0 then
  put("joined", number("joined") + granted)
  put("admitted", number("admitted") + granted)
end
flush()
keepAdmissions("safetynet")
keepUnnamedSeats()
if granted > 0 then figure(granted, granted, nil) end
return { "OK", string.format("%.0f", now), unpack(numbers) }
`,
  parseReply: parsePassReply,
});

export type PassReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  | { readonly status: "OK"; readonly lineTimeMs: number; readonly numbers: readonly number[] };

function parsePassReply(raw: unknown): PassReply {
  const { status, values } = parseGuardedReply(raw);
  if (status !== "OK") return { status };
  return { status, lineTimeMs: Number(values[0]), numbers: values.slice(1).map(Number) };
}
