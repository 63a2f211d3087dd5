import { db } from "@/lib/db/client";
import type { Event, Prisma } from "@/lib/db/generated/client";
import type { EventRow } from "@/lib/domain/overview/overview";
import type { EventRef } from "@/lib/line/keys";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { nextPlanned, scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import { EVENT_OWNER, standingOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { kindOnTheWire, settingsOf } from "@/lib/services/ground/setting-columns";
import { readWaitingSeries } from "./waiting-series";

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

const SHOWN = ["method", "queueAll", "preQueueMinutes", "outflowPerMinute", "draw"] as const;

/** A row with the line that it is of. */
type KnownRow = EventRow & { readonly ref: EventRef };

export type EventRows = {
  readonly rows: readonly KnownRow[];
  readonly suspension: "hold" | "let-through" | null;
  readonly publishedVersion: number | null;
};

/** All events of a customer as Postgres has them, in four queries however many they are. */
export async function readEventRows({ customer }: ServiceContext): Promise<EventRows> {
  const nowMs = Date.now();
  const [events, owner, publication, series] = await Promise.all([
    db().event.findMany({
      where: { customerId: customer.id, archivedAt: null, deletingAt: null },
      select: COLUMNS,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    db().customer.findUniqueOrThrow({ where: { id: customer.id }, select: EVENT_OWNER }),
    db().publication.findFirst({
      where: { customerId: customer.id },
      orderBy: { version: "desc" },
      select: { version: true },
    }),
    readWaitingSeries(customer.id, nowMs),
  ]);
  const standing = standingOf(owner);
  const rows = events.map(
    (event): KnownRow => ({
      ref: eventRef(event, owner),
      eventId: event.wireId,
      name: event.name,
      status: event.status,
      isTest: event.testOf !== null,
      paused: event.paused,
      letThrough: event.letThrough,
      softBlock: event.softBlock,
      settings: settingsInForce(event, standing.limits.maxOutflowPerMinute),
      settingsVersion: event.settingsVersion,
      createdAtMs: event.createdAt.getTime(),
      updatedAtMs: event.updatedAt.getTime(),
      nextAtMs: nextPlanned(event, nowMs),
      series: series.get(event.id) ?? [],
    }),
  );
  return { rows, suspension: standing.suspension, publishedVersion: publication?.version ?? null };
}

type Selected = Pick<Event, keyof typeof COLUMNS>;

/** What the line has of them: with what a schedule overrides, and as far as the installation allows it. */
function settingsInForce(event: Selected, mostOutflow: number | null): EventRow["settings"] {
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
    outflowPerMinute: Math.min(outflowPerMinute, mostOutflow ?? outflowPerMinute),
  };
}
