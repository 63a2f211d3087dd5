import { defineScript } from "../define-script";
import { FIGURES_LUA, GUARD_ARGUMENTS, GUARD_LUA } from "./guard";
import { type GuardedStatus, parseGuardedReply } from "./reply";

/**
 * A join by a right of its own: a signed enqueue token or an access code. One key holds one place: the
 * same key gets it again, from whatever device. A token identifier is taken once, a code as often as
 * it says; the same join id gets the same place, so a lost reply uses nothing up. Fields of
 * `rightsKey`: `k:<key>`, `t:<token identifier>` and `j:<join id>` hold `number:lane:joined at:queue id`;
 * of `codesKey`: the code's id holds `lane:uses left`, the lane being -1 where the code names none.
 * Empty arguments ask for nothing. Beyond the line limit it is refused like any other.
 */
export const runJoinWithRight = defineScript({
  name: "stanchionJoinWithRight",
  keys: ["lineKey", "figuresKey", "rightsKey", "codesKey", "unnamedSeatsKey"],
  args: {
    ...GUARD_ARGUMENTS,
    joinId: "string",
    queueId: "string",
    tokenKey: "string",
    tokenId: "string",
    codeId: "string",
  },
  lua: /* lua */ `
${GUARD_LUA}
${FIGURES_LUA}
if stopped then return stopped end
local function held(kind, id)
  return id ~= "" and redis.call("HGET", rightsKey, kind .. ":" .. id) or nil
end
local place = held("k", tokenKey) or held("j", joinId)
if place then return { "OK", "placed", place } end
if held("t", tokenId) then return { "OK", "used" } end
local left = nil
if codeId ~= "" then
  local code = redis.call("HGET", codesKey, codeId)
  if not code then return { "OK", "unknown" } end
  local codeLane, uses = string.match(code, "^(%-?%d+):(%d+)$")
  left = tonumber(uses)
  if left < 1 then return { "OK", "spent" } end
  if tonumber(codeLane) >= 0 then lane = tonumber(codeLane) end
  left = codeLane .. ":" .. string.format("%.0f", left - 1)
end
local where = phase()
if (where ~= "pre-queue" and where ~= "drawing" and where ~= "running") or lane >= lanes then return { "OK", "closed" } end
if number("lineLimit") > 0 and waiting() >= number("lineLimit") then return { "OK", "full" } end
local n = number(of("last")) + 1
put(of("last"), n)
put("joined", number("joined") + 1)
flush()
place = string.format("%.0f:%d:%.0f:%s", n, lane, now, queueId)
redis.call("HSET", rightsKey, "j:" .. joinId, place)
if tokenKey ~= "" then redis.call("HSET", rightsKey, "k:" .. tokenKey, place) end
if tokenId ~= "" then redis.call("HSET", rightsKey, "t:" .. tokenId, place) end
if left then redis.call("HSET", codesKey, codeId, left) end
figure(1, 0, nil)
return { "OK", "placed", place }
`,
  parseReply: parseRightReply,
});

export type RightOutcome =
  | {
      readonly type: "placed";
      readonly number: number;
      readonly lane: number;
      readonly joinedAtMs: number;
      readonly queueId: string;
    }
  /** `used`: the token; `spent`, `unknown`: the code. */
  | { readonly type: "used" | "unknown" | "spent" | "closed" | "full" };

export type RightReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> }
  | { readonly status: "OK"; readonly outcome: RightOutcome };

function parseRightReply(raw: unknown): RightReply {
  const { status, values } = parseGuardedReply(raw);
  if (status !== "OK") return { status };
  const [type, place] = values.map(String);
  switch (type) {
    case "placed": {
      const [number, lane, joinedAtMs, queueId = ""] = (place ?? "").split(":");
      return {
        status,
        outcome: {
          type,
          number: Number(number),
          lane: Number(lane),
          joinedAtMs: Number(joinedAtMs),
          queueId,
        },
      };
    }
    case "used":
    case "unknown":
    case "spent":
    case "closed":
    case "full":
      return { status, outcome: { type } };
    default:
      throw new Error(`The script of joins by right answered ${type}.`);
  }
}
