import { db } from "@/lib/db/client";
import type { Event, Prisma } from "@/lib/db/generated/client";
import type { EventRow } from "@/lib/domain/overview/overview";
import { EVENT_REF } from "@/lib/services/event/settings/event-ref";
import { type FollowingRow, scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import { kindOnTheWire, settingsOf } from "@/lib/services/ground/setting-columns";
import { KeptRows, type StampedRow } from "./kept-rows";

/** Of an event, what the overview shows. */
const COLUMNS = {
  id: true,
  ...EVENT_REF,
  name: true,
  kind: true,
  status: true,
  paused: true,
  softBlock: true,
  letThrough: true,
  startAt: true,
  endAt: true,
  settings: true,
  schedules: true,
  occurrence: true,
  settingsVersion: true,
  testOf: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.EventSelect;

type Selected = Pick<Event, keyof typeof COLUMNS>;

const SHOWN = ["method", "queueAll", "preQueueMinutes", "outflowPerMinute", "draw"] as const;

/** An event as its row says, whatever the time is and whatever the installation allows. */
export type StoredEvent = {
  readonly id: string;
  readonly stored: Pick<Event, keyof typeof EVENT_REF>;
  readonly fixed: Omit<EventRow, "nextAtMs" | "series">;
  /** What its schedules plan from; null where they plan nothing at any time. */
  readonly planned: (FollowingRow & Pick<Event, "status">) | null;
};

/** Each takes about a kilobyte. */
const KEPT_MAX = 30_000;
/** So many are asked for by their ids. */
const BY_ID_MAX = 1_000;

// On the global object: each bundle of Next.js has its own copy of this module, and would keep the rows once more.
const holder: typeof globalThis & { stanchionEventRows?: KeptRows<StoredEvent> } = globalThis;
holder.stanchionEventRows ??= new KeptRows(KEPT_MAX);
const keptRows = holder.stanchionEventRows;

/**
 * All events of a customer that are neither archived nor being deleted, the newest first, as they are now. Those that
 * nobody has written since the last read are not read again.
 */
export async function readStoredEvents(customerId: string): Promise<readonly StoredEvent[]> {
  // Before the rows: one that changes in between has an old stamp, and is read once more.
  const stamps = await readStamps(customerId);
  const before = keptRows.of(customerId);
  const changed = stamps.flatMap(([id, stamp]) => (before.get(id)?.stamp === stamp ? [] : [id]));
  const read = await readChanged(customerId, changed);
  const now = new Map<string, StampedRow<StoredEvent>>();
  for (const [id, stamp] of stamps) {
    const row = read.get(id);
    const known = row === undefined ? before.get(id) : { stamp, row };
    // Another stamp, and no row any more: it was archived in between.
    if (known?.stamp === stamp) now.set(id, known);
  }
  keptRows.keep(customerId, now);
  return [...now.values()].map(({ row }) => row);
}

/** The ids of the events with the transactions that wrote their rows last. */
async function readStamps(customerId: string): Promise<readonly (readonly [string, string])[]> {
  // One text: ten thousand rows would be unpacked one by one.
  const [found] = await db().$queryRaw<{ readonly stamps: string | null }[]>`
    SELECT string_agg("id" || ' ' || xmin, ',' ORDER BY "createdAt" DESC, "id" DESC) AS "stamps"
    FROM "Event"
    WHERE "customerId" = ${customerId} AND "archivedAt" IS NULL AND "deletingAt" IS NULL`;
  if (found === undefined || found.stamps === null) return [];
  return found.stamps.split(",").map((one) => {
    const [id = "", stamp = ""] = one.split(" ");
    return [id, stamp] as const;
  });
}

async function readChanged(
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  if (ids.length === 0) return new Map();
  const byId = ids.length > BY_ID_MAX ? {} : { id: { in: [...ids] } };
  const events = await db().event.findMany({
    where: { customerId, archivedAt: null, deletingAt: null, ...byId },
    select: COLUMNS,
  });
  return new Map(events.map((event) => [event.id, toStoredEvent(event)]));
}

function toStoredEvent(event: Selected): StoredEvent {
  const { id, wireId, incarnation, kind, status, schedules, startAt, endAt, occurrence } = event;
  const mayPlan = status !== "open" && !(Array.isArray(schedules) && schedules.length === 0);
  return {
    id,
    stored: { wireId, incarnation },
    fixed: {
      eventId: wireId,
      name: event.name,
      status,
      isTest: event.testOf !== null,
      paused: event.paused,
      letThrough: event.letThrough,
      softBlock: event.softBlock,
      settings: settingsInForce(event),
      settingsVersion: event.settingsVersion,
      createdAtMs: event.createdAt.getTime(),
      updatedAtMs: event.updatedAt.getTime(),
    },
    planned: mayPlan ? { kind, status, schedules, startAt, endAt, occurrence } : null,
  };
}

/** What the line has of them, with what a schedule overrides. */
function settingsInForce(event: Selected): EventRow["settings"] {
  const { preQueueMinutes, queueAll, draw, ...own } = settingsOf(event, ...SHOWN);
  const schedule = scheduleInForce(event, event.updatedAt.getTime());
  const { outflowPerMinute, method } = { ...own, ...schedule?.overrides };
  return {
    status: event.status,
    method,
    kind: kindOnTheWire(event),
    queueAll,
    startAtMs: event.startAt?.getTime() ?? null,
    endAtMs: event.endAt?.getTime() ?? null,
    preQueueMinutes: schedule?.preQueueMinutes ?? preQueueMinutes,
    draw: draw === null ? null : {},
    outflowPerMinute,
  };
}
