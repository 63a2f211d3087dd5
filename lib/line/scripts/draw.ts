import { defineScript } from "../define-script";

/**
 * Keeps groups of joins for the draw of a run, until the members are closed. A group that is there
 * already is left alone; one that overlaps another is refused with the whole call. Members follow as triples:
 * first number, count, root.
 */
export const runKeepGroups = defineScript({
  name: "stanchionKeepGroups",
  keys: ["lineKey", "drawGroupsKey"],
  args: { runId: "number" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "drawClosed")
if not held[1] then return "LOST" end
if tonumber(held[1]) ~= runId then return "RUN" end
local added = {}
for i = 1, restCount, 3 do
  local first, last = tonumber(rest(i)), tonumber(rest(i)) + tonumber(rest(i + 1)) - 1
  local group = rest(i) .. ":" .. rest(i + 1) .. ":" .. rest(i + 2)
  local near = redis.call("ZRANGEBYSCORE", drawGroupsKey, first, "+inf", "LIMIT", 0, 1)[1]
  if near ~= group then
    if near and tonumber((string.match(near, "^%d+"))) <= last then return "OVERLAP" end
    added[#added + 1] = { last, group }
  end
end
if held[2] == "1" and #added > 0 then return "CLOSED" end
for _, pair in ipairs(added) do redis.call("ZADD", drawGroupsKey, pair[1], pair[2]) end
return "OK"
`,
  parseReply: (raw): "OK" | "CLOSED" | "OVERLAP" | "RUN" | "LOST" => {
    if (raw === "OK" || raw === "CLOSED" || raw === "OVERLAP" || raw === "RUN" || raw === "LOST")
      return raw;
    throw new Error(`The groups script answered ${String(raw)}.`);
  },
});

/** How long pages may take to show their receipts after a loss, before the members are closed. */
const SHOW_RECEIPTS_MS = 8_000;

/**
 * Closes the members of a draw, from `notBeforeMs` on: no group is kept afterwards. After a loss it
 * waits for receipts that are shown, but not beyond `latestMs`. Repeating it answers the same members.
 */
export const runCloseGroups = defineScript({
  name: "stanchionCloseGroups",
  keys: ["lineKey", "drawGroupsKey"],
  args: { runId: "number", notBeforeMs: "number", latestMs: "number" },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "correctionMs", "replid", "holdUntilMs", "lossAtMs", "drawLast", "last", "drawClosed")
if not held[1] then return { "LOST" } end
if tonumber(held[1]) ~= runId then return { "RUN" } end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[2] or 0)
local replid = string.match(redis.call("INFO", "replication"), "master_replid:(%w+)")
if held[3] ~= replid or now < tonumber(held[4]) then return { "EARLY" } end
local shownMs = math.min(latestMs, tonumber(held[5] or 0) + ${SHOW_RECEIPTS_MS})
if held[8] ~= "1" and now < math.max(notBeforeMs, shownMs) then return { "EARLY" } end
local last = held[6] or held[7]
redis.call("HSET", lineKey, "drawClosed", "1", "drawLast", last)
return { "CLOSED", string.format("%.0f", now), last, redis.call("ZRANGE", drawGroupsKey, 1, -1) }
`,
  parseReply: parseClosed,
});

export type KeptGroup = {
  readonly firstIndex: number;
  readonly count: number;
  readonly root: string;
};

export type CloseReply =
  | { readonly status: "EARLY" | "LOST" | "RUN" }
  | {
      readonly status: "CLOSED";
      readonly lineTimeMs: number;
      readonly lastIndex: number;
      /** Rising, without overlaps. */
      readonly groups: readonly KeptGroup[];
    };

function parseClosed(raw: unknown): CloseReply {
  const [status, lineTimeMs, lastIndex, groups]: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (status === "EARLY" || status === "LOST" || status === "RUN") return { status };
  if (status !== "CLOSED" || !Array.isArray(groups)) {
    throw new Error(`The script that closes a draw answered ${String(status)}.`);
  }
  return {
    status,
    lineTimeMs: Number(lineTimeMs),
    lastIndex: Number(lastIndex),
    groups: groups.map((group) => parseGroup(String(group))),
  };
}

/** Reads `first:count:root`. */
export function parseGroup(text: string): KeptGroup {
  const [firstIndex, count, root = ""] = text.split(":");
  return { firstIndex: Number(firstIndex), count: Number(count), root };
}

/** Shows everybody the signed count of the members. */
export const runShowFreeze = defineScript({
  name: "stanchionShowFreeze",
  keys: ["lineKey"],
  args: { runId: "number", freeze: "string", lastIndex: "number" },
  lua: /* lua */ `
if tonumber(redis.call("HGET", lineKey, "run") or 0) ~= runId then return 0 end
redis.call("HSET", lineKey, "drawFreeze", freeze, "drawClosed", "1", "drawLast", string.format("%.0f", lastIndex))
return 1
`,
  parseReply: (raw): boolean => raw === 1,
});

/**
 * Puts a decided draw into force: numbers 1 … `members` belong to those who were drawn, the numbers
 * from there to `lastIndex` become a hole, and `openAfterMs` later the line begins to move. What was
 * confirmed before means nothing. The bits of places that were given back move to their new numbers:
 * `spent` is the whole bitmap after the draw, `spentDigest` the SHA-1 of the one before, which must
 * still be so. An empty digest leaves bits, serving number and history alone: for a line that was made
 * again after its draw. Done once; repeating it changes nothing.
 */
export const runSettleDraw = defineScript({
  name: "stanchionSettleDraw",
  keys: ["lineKey", "spentKey", "confirmedKey", "drawOrderKey"],
  args: {
    runId: "number",
    members: "number",
    lastIndex: "number",
    openAfterMs: "number",
    spentDigest: "string",
    spent: "bytes",
    orderKey: "string",
    groups: "string",
  },
  lua: /* lua */ `
local held = redis.call("HMGET", lineKey, "run", "correctionMs", "replid", "holdUntilMs", "holes", "drawOpensAtMs", "drawnAtMs")
if not held[1] then return { "LOST" } end
if tonumber(held[1]) ~= runId then return { "RUN" } end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[2] or 0)
local function text(value) return string.format("%.0f", value) end
if held[6] then return { "DONE", text(now), held[7] } end
local replid = string.match(redis.call("INFO", "replication"), "master_replid:(%w+)")
if held[3] ~= replid or now < tonumber(held[4]) then return { "EARLY" } end
if spentDigest ~= "" and redis.sha1hex(redis.call("GET", spentKey) or "") ~= spentDigest then return { "CHANGED" } end
local holes = lastIndex > members and string.format("%.0f:%.0f:%.0f;", members + 1, lastIndex, members) or ""
for from, rest in string.gmatch(held[5] or "", "(%d+)(:%d+:%d+;)") do
  if tonumber(from) > lastIndex then holes = holes .. from .. rest end
end
local opensAt = now + openAfterMs
if spentDigest ~= "" then
  redis.call("SET", spentKey, spent)
  redis.call("SETBIT", spentKey, 0, 1)
  redis.call("DEL", confirmedKey)
  redis.call("SETBIT", confirmedKey, 0, 0)
  redis.call("HSET", lineKey, "serving", "0", "live", "0", "allowance", "0", "history", text(opensAt) .. ":0:0:0;")
end
redis.call("HSET", drawOrderKey, "run", text(runId), "key", orderKey, "groups", groups, "lastIndex", text(lastIndex))
redis.call("HSET", lineKey, "holes", holes, "drawClosed", "1", "drawLast", text(lastIndex), "drawnAtMs", text(now), "drawOpensAtMs", text(opensAt))
return { "DONE", text(now), text(now) }
`,
  parseReply: parseSettled,
});

export type SettleReply =
  | { readonly status: "EARLY" | "CHANGED" | "LOST" | "RUN" }
  | { readonly status: "DONE"; readonly lineTimeMs: number; readonly drawnAtMs: number };

function parseSettled(raw: unknown): SettleReply {
  const [status, lineTimeMs, drawnAtMs]: readonly unknown[] = Array.isArray(raw) ? raw : [];
  switch (status) {
    case "EARLY":
    case "CHANGED":
    case "LOST":
    case "RUN":
      return { status };
    case "DONE":
      return { status, lineTimeMs: Number(lineTimeMs), drawnAtMs: Number(drawnAtMs) };
    default:
      throw new Error(`The script that settles a draw answered ${String(status)}.`);
  }
}
