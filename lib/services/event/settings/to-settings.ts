import { createHash } from "node:crypto";
import type { Customer, Event, Run } from "@/lib/db/generated/client";
import { keepingOut } from "@/lib/domain/after-event/after-event";
import { isLottery } from "@/lib/domain/draw/is-lottery";
import { lettingThrough } from "@/lib/domain/event/let-through";
import type { DrawPromise, EventBrand, EventSettings } from "@/lib/domain/event/settings";
import { publishedOf } from "@/lib/domain/event/settings/published";
import { type CustomerStanding, underStanding } from "@/lib/domain/event/standing";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import type { MessageTexts } from "@/lib/domain/message/message";
import {
  messageTextsSchema,
  storedMessageSchema,
  storedTargetedMessageSchema,
} from "@/lib/domain/message/message-schema";
import {
  EVERYONE,
  isToEveryone,
  type TargetedMessage,
} from "@/lib/domain/message/targeted-message";
import { effectiveSettings } from "@/lib/domain/schedule/schedule";
import { settingsOf, toSettingsInput } from "@/lib/services/ground/setting-columns";
import { heldUntil, scheduleInForce } from "./event-schedules";
import { releasedPlacesOf } from "./released-places";

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
  const own = toSettingsInput(event);
  const { afterEvent } = own;
  const settings: EventSettings = {
    ...publishedOf(own),
    version: event.settingsVersion,
    customerId: owner.wireId,
    eventId: event.wireId,
    incarnation: event.incarnation,
    runId: event.currentRun,
    status: statusOf(event, run),
    paused: event.paused,
    softBlock: event.softBlock,
    pauseMessage: event.pauseMessage,
    pauseMessages: pauseMessagesOf(event),
    ...(event.pauseMessageAt && { pauseMessageAtMs: event.pauseMessageAt.getTime() }),
    ...publishedMessage(messageOf(event)),
    startAtMs: event.startAt?.getTime() ?? null,
    endAtMs: event.endAt?.getTime() ?? null,
    ...linesOf(event),
    releasedPlaces: releasedPlacesOf(event),
    brand: { name: own.brandName, colour: own.brandColour, logo: logoOf(event) },
    afterEvent: isClosed ? keepingOut(afterEvent) : afterEvent,
    draw,
    sealedKey,
    ...(isClosed ? { isClosed } : {}),
    ...(event.hasOwnCodes ? { hasOwnCodes: true } : {}),
    ...(event.testOf === null ? {} : { isTest: true }),
    ...(event.formerDeletedAt === null
      ? {}
      : { formerDeletedAtMs: event.formerDeletedAt.getTime() }),
  };
  const heldAtMs = event.updatedAt.getTime();
  const scheduled = inPreQueue(
    effectiveSettings(settings, scheduleInForce(event, heldAtMs)),
    heldUntil(event, heldAtMs),
  );
  const operated = event.letThrough ? lettingThrough(scheduled) : scheduled;
  return underStanding(operated, standingOf(owner));
}

/** The line of an always-on event in a pre-queue is that of a scheduled one: it begins at the start, by its own clock. */
function inPreQueue(settings: EventSettings, startAtMs: number | null): EventSettings {
  return startAtMs === null ? settings : { ...settings, kind: "scheduled", startAtMs };
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

/**
 * The message to visitors; null without one. It ends with its run. Where the version before this one sent a message
 * beside a targeted one, the later counts.
 */
export function messageOf(
  event: Pick<Event, "message" | "targetedMessage" | "currentRun">,
): TargetedMessage | null {
  const plain = storedMessageSchema.nullable().parse(event.message);
  const targeted = storedTargetedMessageSchema.nullable().parse(event.targetedMessage);
  const isTargeted = (targeted?.sentAtMs ?? 0) > (plain?.sentAtMs ?? 0);
  const stored = isTargeted ? targeted : plain && { ...TO_EVERYONE, ...plain };
  if (stored === null || stored.run !== event.currentRun) return null;
  const { run: _, ...message } = stored;
  return message;
}

const TO_EVERYONE = { audience: EVERYONE, fromMs: null, untilMs: null };

function publishedMessage(
  sent: TargetedMessage | null,
): Pick<EventSettings, "message" | "targetedMessage"> {
  if (sent === null) return { message: null };
  if (!isToEveryone(sent)) return { message: null, targetedMessage: sent };
  return { message: { texts: sent.texts, sentAtMs: sent.sentAtMs } };
}

/** The lanes with lines of their own, and those that are chances in the draw of one line. */
export function linesOf(row: Pick<Event, "settings">): Pick<EventSettings, "lanes" | "chances"> {
  const settings = settingsOf(row, "draw", "lanes", "protection");
  const { lanes } = settings;
  return isLottery(settings) ? { lanes: SINGLE_LANE, chances: lanes } : { lanes, chances: null };
}

/** The hash names the logo in addresses and in what is published: hexadecimal SHA-256, 32 digits. */
export function logoOf(event: Pick<Event, "logo" | "logoContentType">): EventBrand["logo"] {
  if (event.logo === null || event.logoContentType === null) return null;
  const hash = createHash("sha256").update(event.logo).digest("hex").slice(0, 32);
  return { hash, contentType: event.logoContentType };
}
