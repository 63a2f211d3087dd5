import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import type { Customer, DomainEvent, Event } from "@/lib/db/generated/client";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import {
  isStatusChangeType,
  STATUS_CHANGES,
  type StatusChange,
  type StatusEvent,
  type StatusPage,
  statusState,
} from "@/lib/domain/status-page/status-page";
import { type Glance, glanceAtLines } from "@/lib/line/commands/glance";
import { removeStatusPage, writeStatusPage } from "@/lib/line/commands/status-pages";
import type { Redis } from "@/lib/line/redis-client";
import { redisTimeMs } from "@/lib/line/redis-time";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import { Attempts } from "@/lib/services/ground/attempts";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/** What the feed remembers. */
const CHANGES_KEPT_MS = 7 * 24 * 60 * 60_000;
const CHANGES_MAX = 50;
/** Some are of events that are not shown. */
const CHANGES_READ = 500;
const EVENTS_MAX = 500;
const AT_ONCE = 5;

/** Writes what each status page says now to Redis, where the waiting rooms read it. One that fails does not hold up the others. */
export async function publishStatusPages(redis: Redis): Promise<void> {
  const customers = await db().customer.findMany({
    where: { hasStatusPage: true, deletingAt: null },
  });
  if (customers.length === 0) return;
  const nowMs = await redisTimeMs(redis);
  const attempts = new Attempts();
  await attempts.each(customers, AT_ONCE, async (customer) => {
    const page = await readPage(redis, customer, nowMs);
    await writeStatusPage(redis, customer.wireId, { page, checkedAtMs: nowMs });
    // It may have been turned off or deleted meanwhile, and removed before it was written.
    await removeIfOff(redis, customer.id, customer.wireId);
  });
  attempts.end((failed) => `${failed} status pages were not published.`);
}

/**
 * Takes the page of a customer that has none any more from the waiting rooms. `wireId`: of one that may be deleted by now,
 * whose other keys are removed with it.
 */
export async function removeIfOff(redis: Redis, id: string, wireId?: string): Promise<void> {
  const customer = await db().customer.findUnique({ where: { id } });
  const isOn = customer?.hasStatusPage === true && customer.deletingAt === null;
  const known = customer?.wireId ?? wireId;
  if (!isOn && known !== undefined) await removeStatusPage(redis, known);
}

async function readPage(redis: Redis, customer: Customer, nowMs: number): Promise<StatusPage> {
  const rows = await db().event.findMany({
    where: { ...publicEvents(customer.id), status: "open" },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: EVENTS_MAX,
  });
  const open = rows.filter(isShown);
  const lines = await glanceAtLines(
    redis,
    open.map((row) => eventRef(row, customer)),
  );
  return {
    name: customer.name,
    colour: colourOf(open),
    since: customer.createdAt.toISOString(),
    events: open.map((row, index) => eventOf(row, customer, { line: lines[index], nowMs })),
    changes: await readChanges(customer.id, nowMs),
  };
}

const publicEvents = (customerId: string) =>
  ({ customerId, testOf: null, deletingAt: null, archivedAt: null }) as const;

const isShown = (row: Event) => settingsOf(row, "onStatusPage").onStatusPage;

type Look = { readonly line: Glance | null | undefined; readonly nowMs: number };

function eventOf(row: Event, customer: Customer, { line, nowMs }: Look): StatusEvent {
  const settings = toEventSettings(row, customer);
  // What the line of the run before says is no news of this one.
  const own = line?.runId === row.currentRun ? line : null;
  const state = statusState(settings, own, nowMs);
  const { startAtMs, pauseMessage } = settings;
  return {
    ...{ name: row.name, state, timeZone: settingsOf(row, "timeZone").timeZone },
    message: state === "paused" ? pauseMessage : null,
    startsAt: state === "before" && startAtMs !== null ? new Date(startAtMs).toISOString() : null,
  };
}

/** What changed at the events that are shown, without who did it. */
async function readChanges(customerId: string, nowMs: number): Promise<readonly StatusChange[]> {
  const rows = await db().domainEvent.findMany({
    where: {
      ...{ customerId, type: { in: Object.keys(STATUS_CHANGES) }, eventId: { not: null } },
      at: { gt: new Date(nowMs - CHANGES_KEPT_MS) },
    },
    orderBy: { seq: "desc" },
    take: CHANGES_READ,
  });
  const wireIds = [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))];
  const events = await db().event.findMany({
    where: { ...publicEvents(customerId), wireId: { in: wireIds } },
  });
  const shown = new Map(events.filter(isShown).map((event) => [event.wireId, event]));
  return rows
    .flatMap((row) => {
      const event = shown.get(row.eventId ?? "");
      // What happened before is of an event that had this id, and was deleted.
      return event === undefined || row.at < event.createdAt ? [] : changeOf(row, event.name);
    })
    .slice(0, CHANGES_MAX);
}

function changeOf({ id, type, at, data }: DomainEvent, name: string): StatusChange[] {
  if (!isStatusChangeType(type)) return [];
  return [
    {
      id: createHash("sha256").update(`status-page ${id}`).digest("hex").slice(0, 32),
      at: at.toISOString(),
      title: `${name}: ${STATUS_CHANGES[type]}`,
      message: type === "event.paused" ? messageIn(data) : null,
    },
  ];
}

function messageIn(data: unknown): string | null {
  const isHeld = typeof data === "object" && data !== null && "message" in data;
  return isHeld && typeof data.message === "string" ? data.message : null;
}

/** That of all its events, where they have the same. */
function colourOf(shown: readonly Event[]): string {
  const colours = new Set(shown.map((row) => settingsOf(row, "brandColour").brandColour));
  const [colour] = colours;
  return colour !== undefined && colours.size === 1 ? colour : EVENT_DEFAULTS.brandColour;
}
