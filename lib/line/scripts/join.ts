import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";

/** Bytes of a join id that the journal keeps. */
export const JOURNAL_ID_BYTES = 8;

/**
 * Hands out the next block of numbers to a group of joins, in order, and writes their ids into the
 * journal. A group of repeated joins (`repeatedSinceMs` is not negative) gets the numbers of their first
 * attempts where those were carried out; for them the journal of at most the last two minutes is read,
 * once. Beyond the line limit joins are refused; the first ones of the group get what room there is.
 */
export const runJoin = defineScript({
  name: "stanchionJoin",
  keys: ["lineKey", "journalKey", "figuresKey", "unnamedSeatsKey"],
  args: { ...GUARD_ARGUMENTS, joinIds: "bytes", repeatedSinceMs: "number" },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
if stopped then return stopped end
local where = phase()
if (where ~= "pre-queue" and where ~= "drawing" and where ~= "running") or lane >= lanes then return { "OK", "closed", string.format("%.0f", now) } end

-- Where the journal has the ids of the group, each the first time.
local function findRepeated()
  local found, missing, left = {}, {}, 0
  for at = 1, #joinIds, ${JOURNAL_ID_BYTES} do
    local id = string.sub(joinIds, at, at + ${JOURNAL_ID_BYTES - 1})
    if not missing[id] then missing[id], left = true, left + 1 end
  end
  local from = string.format("%.0f", rawMs - math.min(repeatedSinceMs + 1000, ${LINE.journalMs}))
  for _, entry in ipairs(redis.call("XRANGE", journalKey, from, "+")) do
    local fields = entry[2]
    local ids = fields[6] == tostring(lane) and fields[4] or ""
    for at = 1, #ids, ${JOURNAL_ID_BYTES} do
      local id = string.sub(ids, at, at + ${JOURNAL_ID_BYTES - 1})
      if missing[id] then
        found[id] = { tonumber(fields[2]) + (at - 1) / ${JOURNAL_ID_BYTES}, fields }
        missing[id], left = nil, left - 1
        if left == 0 then return found end
      end
    end
  end
  return found
end

local function toHex(bytes)
  return (string.gsub(bytes, ".", function(byte) return string.format("%02x", string.byte(byte)) end))
end

local ids, found, blocks = joinIds, {}, {}
if repeatedSinceMs >= 0 then
  local repeated, unknown = findRepeated(), {}
  for at = 1, #joinIds, ${JOURNAL_ID_BYTES} do
    local id = string.sub(joinIds, at, at + ${JOURNAL_ID_BYTES - 1})
    local n, entry = unpack(repeated[id] or {})
    if n and line["draw"] == "1" then blocks[#blocks + 1] = entry[2] .. ":" .. entry[8] .. ":" .. toHex(entry[4]) end
    found[#found + 1] = string.format("%.0f", n or 0)
    if not n then unknown[#unknown + 1] = id end
  end
  ids = table.concat(unknown)
end
local wanted = #ids / ${JOURNAL_ID_BYTES}
local room = wanted
if number("lineLimit") > 0 then room = math.max(0, math.min(wanted, number("lineLimit") - waiting())) end
local first = number(of("last")) + 1
if room > 0 then
  put(of("last"), number(of("last")) + room)
  put("joined", number("joined") + room)
  flush()
  redis.call("XADD", journalKey, "MINID", "~", string.format("%.0f", rawMs - ${LINE.journalMs}), "*",
    "f", string.format("%.0f", first), "i", string.sub(ids, 1, room * ${JOURNAL_ID_BYTES}), "l", tostring(lane), "a", string.format("%.0f", now))
  figure(room, 0, nil)
else
  flush()
end
return { "OK", "open", string.format("%.0f", now), string.format("%.0f", first), string.format("%.0f", room), table.concat(found, ","), table.concat(blocks, ",") }
`,
  parseReply: parseJoinReply,
});

export type JoinReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  | { readonly status: "CLOSED" }
  | {
      readonly status: "OK";
      readonly lineTimeMs: number;
      readonly firstNumber: number;
      /** How many numbers from `firstNumber` on were handed out. */
      readonly count: number;
      /** For each id of a repeated group the number it already held, or 0; empty for others. */
      readonly repeatedNumbers: readonly number[];
      /** With a draw: the calls in which repeated joins were carried out before. */
      readonly repeatedBlocks: readonly JoinBlock[];
    };

/** Joins that one call gave consecutive numbers. `ids` are what the journal keeps of their join ids. */
export type JoinBlock = {
  readonly firstNumber: number;
  readonly joinedAtMs: number;
  readonly ids: Buffer;
};

function parseJoinReply(raw: unknown): JoinReply {
  const { status, values } = parseGuardedReply(raw);
  if (status !== "OK") return { status };
  if (values[0] === "closed") return { status: "CLOSED" };
  const found = String(values[4] ?? "");
  return {
    status: "OK",
    lineTimeMs: Number(values[1]),
    firstNumber: Number(values[2]),
    count: Number(values[3]),
    repeatedNumbers: found === "" ? [] : found.split(",").map(Number),
    repeatedBlocks: parseBlocks(String(values[5] ?? "")),
  };
}

/** Reads `first:joined at:ids in hexadecimal,…`, each block once. */
function parseBlocks(text: string): JoinBlock[] {
  const blocks = [...new Set(text.split(","))].filter((block) => block !== "");
  return blocks.map((block) => {
    const [firstNumber, joinedAtMs, ids = ""] = block.split(":");
    return {
      firstNumber: Number(firstNumber),
      joinedAtMs: Number(joinedAtMs),
      ids: Buffer.from(ids, "hex"),
    };
  });
}
