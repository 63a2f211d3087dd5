import type { Event } from "@/lib/db/generated/client";
import { admissionSchema } from "@/lib/domain/admission/admission-schema";
import { governorSchema } from "@/lib/domain/governor/governor-schema";
import type { LineMessage, MessageTexts } from "@/lib/domain/message/message";
import { storedLanguage } from "@/lib/domain/message/message-schema";
import { protectionSchema } from "@/lib/domain/protection/protection-schema";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import type { KeptOccurrence } from "@/lib/domain/schedule/occurrence";
import { turnSchema } from "@/lib/domain/turn/turn-schema";
import { nextOpening, occurrenceInForce, scheduleInForce, schedulesOf } from "./event-schedules";
import type { EventSettingsInput } from "./schemas";
import {
  afterEventOf,
  drawSettingOf,
  kindOnTheWire,
  lanesOf,
  logoOf,
  messageOf,
  noticesOf,
  pauseMessagesOf,
  waitingStatusCodeOf,
} from "./to-settings";

/** An event as screens and API show it: its settings and its state. Plain data. */
export type EventView = EventSettingsInput & {
  /** The id on the wire (`e`). */
  readonly eventId: string;
  readonly status: "draft" | "open" | "stopped";
  readonly paused: boolean;
  readonly softBlock: boolean;
  /** Everybody is let in, whatever the line says. */
  readonly letThrough: boolean;
  readonly pauseMessage: string | null;
  /** The same by language, where it was written in several. */
  readonly pauseMessages: MessageTexts | null;
  /** What everybody in line is told while the event is open. */
  readonly message: LineMessage | null;
  /** Instants in ISO 8601, UTC. */
  readonly startAt: string | null;
  readonly endAt: string | null;
  /** The schedule whose overrides are in force, and the outflow with them. */
  readonly schedule: { readonly id: string; readonly name: string } | null;
  readonly outflowInForce: number;
  /** The occurrence that its start and end come from; null where they are its own. */
  readonly occurrence: KeptOccurrence | null;
  /** When the worker opens a stopped event with schedules; null when it will not. */
  readonly opensAt: string | null;
  readonly logo: { readonly hash: string; readonly contentType: string } | null;
  readonly settingsVersion: number;
  /** 0 until the event is started for the first time. */
  readonly runId: number;
  /** True for the copy of an event that a rehearsal plays with. */
  readonly isTest: boolean;
  /** Since when it is in the archive; null outside it. */
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** The settings of an event as its form holds them. */
export function toSettingsInput(event: Event): EventSettingsInput {
  return {
    name: event.name,
    kind: kindOnTheWire(event),
    startLocal: toLocal(event.startAt, event.timeZone),
    preQueueMinutes: event.preQueueMinutes,
    endLocal: toLocal(event.endAt, event.timeZone),
    timeZone: event.timeZone,
    schedules: schedulesOf(event),
    afterEvent: afterEventOf(event),
    targetUrl: event.targetUrl,
    allowedHosts: event.allowedHosts,
    apiOrigins: event.apiOrigins,
    frameOrigins: event.frameOrigins,
    inviteOnly: event.inviteOnly,
    admission: admissionSchema.parse(event.admission),
    absenceMinutes: event.absenceMinutes,
    method: event.method,
    queueAll: event.queueAll,
    outflowPerMinute: event.outflowPerMinute,
    safetyNetPerMinute: event.safetyNetPerMinute,
    safetyNetActive: event.safetyNetActive,
    activeCap: event.activeCap,
    unitsPerAdmission: event.unitsPerAdmission,
    governor: governorSchema.parse(event.governor),
    lanes: lanesOf(event),
    draw: drawSettingOf(event),
    lineLimit: event.lineLimit,
    queueTokenValiditySeconds: event.queueTokenValiditySeconds,
    bindsToAddress: event.bindsToAddress,
    sessionMinutes: event.sessionMinutes,
    sessionMode: event.sessionMode,
    cloudflareJson: event.cloudflareJson,
    turn: turnSchema.parse(event.turn),
    protection: protectionSchema.parse(event.protection),
    waitingStatusCode: waitingStatusCodeOf(event),
    notices: noticesOf(event),
    language: storedLanguage(event.language),
    brandName: event.brandName,
    brandColour: event.brandColour,
    theme: event.theme,
  };
}

export function toEventView(event: Event): EventView {
  const schedule = scheduleInForce(event, event.updatedAt.getTime());
  return {
    ...toSettingsInput(event),
    eventId: event.wireId,
    status: event.status,
    paused: event.paused,
    softBlock: event.softBlock,
    letThrough: event.letThrough,
    pauseMessage: event.pauseMessage,
    pauseMessages: pauseMessagesOf(event),
    message: event.status === "open" ? messageOf(event) : null,
    startAt: event.startAt?.toISOString() ?? null,
    endAt: event.endAt?.toISOString() ?? null,
    schedule: schedule === null ? null : { id: schedule.id, name: schedule.name },
    occurrence: occurrenceInForce(event),
    opensAt: nextOpening(event, Date.now())?.opensAt.toISOString() ?? null,
    outflowInForce: schedule?.overrides.outflowPerMinute ?? event.outflowPerMinute,
    logo: logoOf(event),
    settingsVersion: event.settingsVersion,
    runId: event.currentRun,
    isTest: event.testOf !== null,
    archivedAt: event.archivedAt?.toISOString() ?? null,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
}

function toLocal(at: Date | null, timeZone: string): string | null {
  return at === null ? null : instantToLocalTime(at.getTime(), timeZone);
}
