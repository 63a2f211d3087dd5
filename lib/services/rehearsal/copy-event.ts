import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { type LivePlan, TEST_COPY_MARK } from "@/lib/domain/rehearsal/live";
import { TEST_SITE_HOST } from "@/lib/domain/rehearsal/test-site";
import { newId } from "@/lib/platform/ids";

const NAME_CHARACTERS = 100;

/**
 * The event as its visitors know it, but open at once: without times and draw, invitations, challenges, mails and what
 * asks the site. So everybody who comes takes a place, and nobody outside hears of it.
 */
export async function copyEvent(tx: Tx, event: Event, plan: LivePlan): Promise<Event> {
  const kept = keptOf(event);
  return tx.event.create({
    data: {
      ...kept,
      ...EMPTY,
      id: newId("event"),
      testOf: event.id,
      wireId: `test${randomBytes(6).toString("hex")}`,
      name: `${TEST_COPY_MARK} ${event.name}`.slice(0, NAME_CHARACTERS),
      lanes: kept.lanes ?? [],
      logo: kept.logo === null ? null : new Uint8Array(kept.logo),
      allowedHosts: [...event.allowedHosts, TEST_SITE_HOST],
      outflowPerMinute: plan.outflowPerMinute,
    },
  });
}

/** Of a copy itself, and of how it stands at the moment: never what the event has. */
type Own =
  | ("id" | "wireId" | "testOf" | "name" | "allowedHosts" | "outflowPerMinute")
  | ("createdAt" | "updatedAt");

/** What the copy has of the event. A new column does not compile until somebody decided whether it belongs here. */
function keptOf(event: Event): Omit<Event, keyof typeof EMPTY | Own> {
  return {
    customerId: event.customerId,
    language: event.language,
    preQueueMinutes: event.preQueueMinutes,
    timeZone: event.timeZone,
    targetUrl: event.targetUrl,
    apiOrigins: event.apiOrigins,
    frameOrigins: event.frameOrigins,
    method: event.method,
    queueAll: event.queueAll,
    unitsPerAdmission: event.unitsPerAdmission,
    lanes: event.lanes,
    absenceMinutes: event.absenceMinutes,
    queueTokenValiditySeconds: event.queueTokenValiditySeconds,
    sessionMinutes: event.sessionMinutes,
    sessionMode: event.sessionMode,
    cloudflareJson: event.cloudflareJson,
    waitingStatusCode: event.waitingStatusCode,
    brandName: event.brandName,
    brandColour: event.brandColour,
    logo: event.logo,
    logoContentType: event.logoContentType,
    theme: event.theme,
  };
}

const EMPTY = {
  kind: "always_on",
  status: "open",
  paused: false,
  letThrough: false,
  archivedAt: null,
  deletingAt: null,
  softBlock: false,
  pauseMessage: null,
  pauseMessages: Prisma.DbNull,
  message: Prisma.DbNull,
  startAt: null,
  endAt: null,
  schedules: [],
  occurrence: Prisma.DbNull,
  draw: Prisma.DbNull,
  inviteOnly: false,
  admission: Prisma.DbNull,
  governor: Prisma.DbNull,
  afterEvent: Prisma.DbNull,
  turn: Prisma.DbNull,
  protection: Prisma.DbNull,
  releasedPlaces: Prisma.DbNull,
  notices: Prisma.DbNull,
  activeCap: null,
  lineLimit: null,
  safetyNetPerMinute: null,
  safetyNetActive: null,
  bindsToAddress: false,
  settingsVersion: 1,
  currentRun: 1,
  // Nobody else will ever have its id.
  incarnation: null,
  passesUntil: null,
  formerDeletedAt: null,
} as const satisfies Partial<Prisma.EventUncheckedCreateInput>;
