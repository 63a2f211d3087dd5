import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { defineScript } from "../define-script";
import { UNNAMED_SEATS_LUA } from "./unnamed-seats";

/** How long a visit holds its seat: the session, and what may pass until the site is reached. */
export function seatMsOf(settings: EventSettings): number {
  return (settings.sessionMinutes * 60 + settings.queueTokenValiditySeconds + 60) * 1_000;
}

/** The fields of the line hash that the scripts decide by, as alternating names and values. */
export function settingsFields(settings: EventSettings): string[] {
  const fields: Record<string, string | number> = {
    version: settings.version,
    kind: settings.kind,
    status: settings.status,
    paused: settings.paused ? 1 : 0,
    startAtMs: settings.startAtMs ?? 0,
    preQueueMs: settings.preQueueMinutes * 60_000,
    endAtMs: settings.endAtMs ?? 0,
    outflowPerMinute: settings.outflowPerMinute,
    lineLimit: settings.lineLimit ?? 0,
    validitySeconds: settings.queueTokenValiditySeconds,
    method: settings.method,
    queueAll: settings.queueAll ? 1 : 0,
    activeCap: settings.activeCap ?? 0,
    seatMs: seatMsOf(settings),
    laneMode: settings.lanes.mode,
    draw: settings.draw === null ? 0 : 1,
  };
  settings.lanes.lanes.forEach(({ weight }, lane) => {
    fields[lane === 0 ? "weight" : `weight.${lane}`] = weight;
  });
  return Object.entries(fields).flatMap(([name, value]) => [name, String(value)]);
}

/**
 * Puts settings into force if they are newer and of the same run; the bucket is settled at the old
 * outflow first, so that the pace follows at once and nothing is caught up. Never creates a line. Soon
 * after a loss they may be what it has undone: those whom they may have let in are counted, too.
 */
export const runPutSettings = defineScript({
  name: "stanchionPutSettings",
  keys: ["lineKey", "unnamedSeatsKey"],
  args: { runId: "number", version: "number", newOutflow: "number", newSeatMs: "number" },
  lua: /* lua */ `
${UNNAMED_SEATS_LUA}
local held = redis.call("HMGET", lineKey, "run", "version", "outflowPerMinute", "tokens", "tokensAtMs", "correctionMs",
  "governedOutflow", "inletOutflow", "lossAtMs", "seatMs")
if not held[1] then return "LOST" end
if runId ~= tonumber(held[1]) then return "RUN" end
if version <= tonumber(held[2]) then return "OLD" end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(held[6] or 0)
local oldRate = math.min(tonumber(held[3]), tonumber(held[7] or held[3]), tonumber(held[8] or held[3])) / ${LINE.bucketSeconds}
local newRate = newOutflow / ${LINE.bucketSeconds}
local elapsedMs = math.max(0, now - tonumber(held[5]))
local tokens = math.min(math.max(1, oldRate), tonumber(held[4]) + elapsedMs / 1000 * oldRate)
if elapsedMs > 1000 then tokens = math.min(1, tokens) end
tokens = math.min(tokens, math.max(1, newRate))
local lossAtMs = tonumber(held[9] or 0)
if lossAtMs > 0 and now < lossAtMs + ${LINE.lossSettingsMs} then
  local counted = newSeatMs <= tonumber(held[10]) and lostAdmissions(tonumber(held[3])) or 0
  local forgotten = lostAdmissions(newOutflow) - counted
  if forgotten > 0 then addUnnamedSeats(forgotten, now + newSeatMs, now, newSeatMs) end
end
local fields = {}
for i = 1, restCount do fields[i] = rest(i) end
redis.call("HSET", lineKey, "tokens", string.format("%.17g", tokens), "tokensAtMs", string.format("%.17g", now), unpack(fields))
return "OK"
`,
  parseReply: parsePutReply,
});

export type PutReply = "OK" | "OLD" | "RUN" | "LOST";

function parsePutReply(raw: unknown): PutReply {
  if (raw === "OK" || raw === "OLD" || raw === "RUN" || raw === "LOST") return raw;
  throw new Error(`The settings script answered ${String(raw)}.`);
}
