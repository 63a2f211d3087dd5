import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { EventSettings } from "@/lib/domain/event/settings";
import { seatMsOf } from "@/lib/domain/line/seat";
import { defineScript } from "../define-script";
import type { FieldValue } from "./field-values";
import { fieldValues } from "./field-values";

/** The settings that the scripts decide by, as fields of the line. */
export function settingsFields(settings: EventSettings): FieldValue[] {
  const fields = fieldValues({
    version: settings.version,
    kind: settings.kind,
    status: settings.isClosed ? "stopped" : settings.status,
    paused: settings.paused,
    startAtMs: settings.startAtMs ?? 0,
    preQueueMs: settings.preQueueMinutes * 60_000,
    endAtMs: settings.endAtMs ?? 0,
    outflowPerMinute: settings.outflowPerMinute,
    lineLimit: settings.lineLimit ?? 0,
    validitySeconds: settings.queueTokenValiditySeconds,
    method: settings.method,
    queueAll: settings.queueAll,
    activeCap: settings.activeCap ?? 0,
    seatMs: seatMsOf(settings),
    laneMode: settings.lanes.mode,
    // Settings that an older version has published do not say.
    unitsPerAdmission: settings.unitsPerAdmission ?? EVENT_DEFAULTS.unitsPerAdmission,
    draw: settings.draw !== null,
    safetyNetPerMinute: settings.safetyNetPerMinute ?? 0,
    safetyNetActive: settings.safetyNetActive ?? 0,
  });
  const weights = settings.lanes.lanes.flatMap(({ weight }, lane) => fieldValues({ weight }, lane));
  return [...fields, ...weights];
}

/**
 * Puts settings into force if they are newer and of the same run; the bucket is settled at the old
 * pace first, so that the new one follows at once and nothing is caught up. Never creates a line. Soon
 * after a loss they may be what it has undone: while it is not known whom they let in, they count, too. Where they end the
 * run, the tick behind them notes who waits.
 */
export const runPutSettings = defineScript({
  name: "settings",
  keys: ["line", "unnamedSeats"],
  args: { runId: "number", version: "number" },
  members: { field: "string", value: "string" },
  reply: {},
  refusals: ["OLD", "RUN", "LOST"],
});

export type PutReply = "OK" | "OLD" | "RUN" | "LOST";
