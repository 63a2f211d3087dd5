import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { RoomRow } from "@/lib/domain/overview/overview";
import type { EventRef } from "@/lib/line/keys";
import type { ServiceContext } from "@/lib/services/context";
import { EVENT_REF, eventRef } from "@/lib/services/event/event-ref";
import { nextOpening, scheduleInForce } from "@/lib/services/event/event-schedules";
import { EVENT_OWNER, kindOnTheWire, standingOf } from "@/lib/services/event/to-settings";
import { readWaitingSeries } from "./waiting-series";

/** Of an event, what the overview shows. */
const ROOM = {
  id: true,
  ...EVENT_REF,
  name: true,
  kind: true,
  status: true,
  paused: true,
  softBlock: true,
  letThrough: true,
  method: true,
  queueAll: true,
  startAt: true,
  endAt: true,
  preQueueMinutes: true,
  outflowPerMinute: true,
  draw: true,
  schedules: true,
  occurrence: true,
  settingsVersion: true,
  testOf: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** A row with the line that it is of. */
type KnownRow = RoomRow & { readonly ref: EventRef };

export type RoomRows = {
  readonly rows: readonly KnownRow[];
  readonly suspension: "hold" | "let-through" | null;
  readonly publishedVersion: number | null;
};

/** All events of a customer as Postgres has them, in four queries however many they are. */
export async function readRoomRows({ customer }: ServiceContext): Promise<RoomRows> {
  const nowMs = Date.now();
  const [events, owner, publication, series] = await Promise.all([
    db().event.findMany({
      where: { customerId: customer.id, archivedAt: null, deletingAt: null },
      select: ROOM,
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
      settings: settingsOf(event, standing.limits.maxOutflowPerMinute),
      settingsVersion: event.settingsVersion,
      createdAtMs: event.createdAt.getTime(),
      updatedAtMs: event.updatedAt.getTime(),
      opensAtMs: nextOpening(event, nowMs)?.opensAt.getTime() ?? null,
      series: series.get(event.id) ?? [],
    }),
  );
  return { rows, suspension: standing.suspension, publishedVersion: publication?.version ?? null };
}

type Room = Pick<Event, keyof typeof ROOM>;

/** What the line has of them: with what a schedule overrides, and as far as the installation allows it. */
function settingsOf(event: Room, mostOutflow: number | null): RoomRow["settings"] {
  const schedule = scheduleInForce(event, event.updatedAt.getTime());
  const { outflowPerMinute = event.outflowPerMinute, method = event.method } =
    schedule?.overrides ?? {};
  return {
    status: event.status,
    method,
    kind: kindOnTheWire(event),
    queueAll: event.queueAll,
    startAtMs: event.startAt?.getTime() ?? null,
    endAtMs: event.endAt?.getTime() ?? null,
    preQueueMinutes: schedule?.preQueueMinutes ?? event.preQueueMinutes,
    draw: event.draw === null ? null : {},
    outflowPerMinute: Math.min(outflowPerMinute, mostOutflow ?? outflowPerMinute),
  };
}
