import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { TEST_COPY_SETTINGS } from "@/lib/domain/event/settings/table";
import { type LivePlan, TEST_COPY_MARK } from "@/lib/domain/rehearsal/live";
import { TEST_SITE_HOST } from "@/lib/domain/rehearsal/test-site";
import { newId } from "@/lib/platform/ids";
import { toColumns, toEventData, toSettingsInput } from "@/lib/services/ground/setting-columns";

const NAME_CHARACTERS = 100;

/**
 * The event as its visitors know it, but open at once: without times and draw, invitations, challenges, mails and what
 * asks the site. So everybody who comes takes a place, and nobody outside hears of it.
 */
export async function copyEvent(tx: Tx, event: Event, plan: LivePlan): Promise<Event> {
  const own = toSettingsInput(event);
  const settings = {
    ...own,
    ...TEST_COPY_SETTINGS,
    name: `${TEST_COPY_MARK} ${event.name}`.slice(0, NAME_CHARACTERS),
    allowedHosts: [...own.allowedHosts, TEST_SITE_HOST],
    outflowPerMinute: plan.outflowPerMinute,
  };
  return tx.event.create({
    data: {
      ...toColumns(toEventData(settings)),
      ...EMPTY,
      id: newId("event"),
      testOf: event.id,
      customerId: event.customerId,
      wireId: `test${randomBytes(6).toString("hex")}`,
      logo: event.logo === null ? null : new Uint8Array(event.logo),
      logoContentType: event.logoContentType,
    } satisfies Record<Exclude<keyof Event, "settings" | "createdAt" | "updatedAt">, unknown>,
  });
}

/** What the event is at the moment, and the copy is not. A new column does not compile until somebody decided. */
const EMPTY = {
  status: "open",
  paused: false,
  letThrough: false,
  archivedAt: null,
  deletingAt: null,
  managedBy: null,
  softBlock: false,
  hasOwnCodes: false,
  pauseMessage: null,
  pauseMessages: Prisma.DbNull,
  pauseMessageAt: null,
  message: Prisma.DbNull,
  targetedMessage: Prisma.DbNull,
  occurrence: Prisma.DbNull,
  releasedPlaces: Prisma.DbNull,
  settingsVersion: 1,
  currentRun: 1,
  // Nobody else will ever have its id.
  incarnation: null,
  passesUntil: null,
  formerDeletedAt: null,
} as const satisfies Partial<Prisma.EventUncheckedCreateInput>;
