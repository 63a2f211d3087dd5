import { createHash } from "node:crypto";
import type { Customer, Event, Run } from "@/lib/db/generated/client";
import { admissionSchema } from "@/lib/domain/admission/admission-schema";
import { type AfterEvent, keepingOut } from "@/lib/domain/after-event/after-event";
import { afterEventSchema } from "@/lib/domain/after-event/after-event-schema";
import { type DrawSetting, drawSettingSchema, isLottery } from "@/lib/domain/draw/draw-setting";
import { lettingThrough } from "@/lib/domain/event/let-through";
import type { DrawPromise, EventBrand, EventSettings } from "@/lib/domain/event/settings";
import { type CustomerStanding, underStanding } from "@/lib/domain/event/standing";
import { type Lanes, SINGLE_LANE } from "@/lib/domain/lane/lane";
import { lanesSchema } from "@/lib/domain/lane/lane-schema";
import type { LineMessage, MessageTexts } from "@/lib/domain/message/message";
import {
  messageTextsSchema,
  storedLanguage,
  storedMessageSchema,
} from "@/lib/domain/message/message-schema";
import { noticeSettingSchema } from "@/lib/domain/notice/notice-schema";
import { NO_NOTICES, type NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { Protection } from "@/lib/domain/protection/protection";
import { protectionSchema } from "@/lib/domain/protection/protection-schema";
import { effectiveSettings } from "@/lib/domain/schedule/schedule";
import { turnSchema } from "@/lib/domain/turn/turn-schema";
import { scheduleInForce } from "./event-schedules";
import { releasedPlacesOf } from "./released-places";

const WAITING_STATUS_CODES = [200, 202, 429, 503] as const;

/** Of an event's customer, what decides which of its settings are in force. */
export type EventOwner = Pick<
  Customer,
  "wireId" | "suspension" | "maxEvents" | "maxOutflowPerMinute" | "maxWaiting"
>;

/** The columns of `EventOwner`. */
export const EVENT_OWNER = {
  wireId: true,
  suspension: true,
  maxEvents: true,
  maxOutflowPerMinute: true,
  maxWaiting: true,
} as const;

/**
 * The settings of an event in its run, as the line and the waiting room get them, with the overrides of
 * the schedule that held when the row last changed, and as far as the installation allows them. Pure; the
 * relay writes exactly this to Redis.
 */
export function toEventSettings(
  event: Event,
  owner: EventOwner,
  draw: DrawPromise | null = null,
  run: Pick<Run, "endedAt"> | null = null,
  sealedKey: string | null = null,
): EventSettings {
  const isClosed = event.archivedAt !== null || event.deletingAt !== null;
  const settings: EventSettings = {
    version: event.settingsVersion,
    customerId: owner.wireId,
    eventId: event.wireId,
    incarnation: event.incarnation,
    runId: event.currentRun,
    name: event.name,
    kind: kindOnTheWire(event),
    status: statusOf(event, run),
    paused: event.paused,
    softBlock: event.softBlock,
    pauseMessage: event.pauseMessage,
    pauseMessages: pauseMessagesOf(event),
    message: messageOf(event),
    language: storedLanguage(event.language),
    startAtMs: event.startAt?.getTime() ?? null,
    preQueueMinutes: event.preQueueMinutes,
    endAtMs: event.endAt?.getTime() ?? null,
    timeZone: event.timeZone,
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
    ...linesOf(event),
    lineLimit: event.lineLimit,
    queueTokenValiditySeconds: event.queueTokenValiditySeconds,
    bindsToAddress: event.bindsToAddress,
    sessionMinutes: event.sessionMinutes,
    sessionMode: event.sessionMode,
    cloudflareJson: event.cloudflareJson,
    turn: turnSchema.parse(event.turn),
    protection: protectionOf(event),
    releasedPlaces: releasedPlacesOf(event),
    waitingStatusCode: waitingStatusCodeOf(event),
    brand: { name: event.brandName, colour: event.brandColour, logo: logoOf(event) },
    theme: event.theme,
    notices: noticesOf(event),
    afterEvent: isClosed ? keepingOut(afterEventOf(event)) : afterEventOf(event),
    draw,
    sealedKey,
    ...(isClosed ? { isClosed } : {}),
    ...(event.testOf === null ? {} : { isTest: true }),
    ...(event.formerDeletedAt === null
      ? {}
      : { formerDeletedAtMs: event.formerDeletedAt.getTime() }),
  };
  const scheduled = effectiveSettings(settings, scheduleInForce(event, event.updatedAt.getTime()));
  const operated = event.letThrough ? lettingThrough(scheduled) : scheduled;
  return underStanding(operated, standingOf(owner));
}

/** How its visitors may be told of their turn, from its row. */
export function noticesOf({ notices }: Pick<Event, "notices">): NoticeSetting {
  return notices === null ? NO_NOTICES : noticeSettingSchema.parse(notices);
}

/** How a customer stands with the installation, from its row. */
export function standingOf(owner: Omit<EventOwner, "wireId">): CustomerStanding {
  const { suspension, maxEvents, maxOutflowPerMinute, maxWaiting } = owner;
  return {
    suspension: suspension === "let_through" ? "let-through" : suspension,
    limits: { maxEvents, maxOutflowPerMinute, maxWaiting },
  };
}

/** `ended` for a run that lasted until the end of its event, not for one that was stopped before. */
function statusOf(event: Event, run: Pick<Run, "endedAt"> | null): EventSettings["status"] {
  const { status, endAt } = event;
  if (status !== "stopped" || endAt === null) return status;
  const endedAt = run?.endedAt ?? null;
  return endedAt !== null && endedAt >= endAt ? "ended" : status;
}

/**
 * The message of a pause by language; null where it was written in one. The version before this one changes the
 * message alone: what does not belong to it counts for nothing.
 */
export function pauseMessagesOf(
  event: Pick<Event, "pauseMessage" | "pauseMessages">,
): MessageTexts | null {
  const texts = messageTextsSchema.nullable().parse(event.pauseMessages);
  const belongs = Object.values(texts ?? {}).some((text) => text === event.pauseMessage);
  return belongs ? texts : null;
}

/** The message to everybody; null without one. It ends with its run. */
export function messageOf(event: Pick<Event, "message" | "currentRun">): LineMessage | null {
  const stored = storedMessageSchema.nullable().parse(event.message);
  if (stored === null || stored.run !== event.currentRun) return null;
  return { texts: stored.texts, sentAtMs: stored.sentAtMs };
}

/** Throws when the row holds something that no verb writes. */
export function afterEventOf(event: Pick<Event, "afterEvent">): AfterEvent | null {
  return afterEventSchema.nullable().parse(event.afterEvent);
}

export function kindOnTheWire(event: Pick<Event, "kind">): "always-on" | "scheduled" {
  return event.kind === "always_on" ? "always-on" : "scheduled";
}

/** Throws when the row holds lanes that no verb writes. */
export function lanesOf(event: { readonly lanes: unknown }): Lanes {
  return lanesSchema.parse(event.lanes);
}

/** The lanes with lines of their own, and those that are chances in the draw of one line. */
export function linesOf(
  event: Pick<Event, "lanes" | "draw" | "protection">,
): Pick<EventSettings, "lanes" | "chances"> {
  const [draw, lanes, protection] = [drawSettingOf(event), lanesOf(event), protectionOf(event)];
  const isOneLine = isLottery({ draw, lanes, protection });
  return isOneLine ? { lanes: SINGLE_LANE, chances: lanes } : { lanes, chances: null };
}

/** Throws when the row holds a protection that no verb writes. */
export function protectionOf(event: Pick<Event, "protection">): Protection | null {
  return protectionSchema.parse(event.protection);
}

/** Throws when the row holds a source that no verb writes. */
export function drawSettingOf(event: Pick<Event, "draw">): DrawSetting {
  return drawSettingSchema.parse(event.draw);
}

/** Throws when the row holds a code that no verb writes. */
export function waitingStatusCodeOf(event: Pick<Event, "waitingStatusCode">) {
  const code = WAITING_STATUS_CODES.find((known) => known === event.waitingStatusCode);
  if (code === undefined)
    throw new Error(`An event has waiting status ${event.waitingStatusCode}.`);
  return code;
}

/** The hash names the logo in addresses and in what is published: hexadecimal SHA-256, 32 digits. */
export function logoOf(event: Pick<Event, "logo" | "logoContentType">): EventBrand["logo"] {
  if (event.logo === null || event.logoContentType === null) return null;
  const hash = createHash("sha256").update(event.logo).digest("hex").slice(0, 32);
  return { hash, contentType: event.logoContentType };
}
