import { db } from "@/lib/db/client";
import { NO_RULES } from "@/lib/domain/access-rule/access-rule";
import type { EventRef } from "@/lib/line/keys";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { linesOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/** So many events are searched: the open ones first, then the newest. */
const EVENTS_MAX = 500;

/** What a search for a visitor needs of each event that has ever been started. */
export type SearchedEvent = {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly currentRun: number;
  readonly ref: EventRef;
  readonly laneNames: readonly string[];
  /** Its access rules, by what they are called. */
  readonly rules: readonly { readonly id: number; readonly name: string }[];
  readonly hasFalseQueue: boolean;
};

/** The events of the customer in which a visitor can be, those at work and those in the archive; copies for rehearsals come last. */
export async function searchedEvents({
  customer,
}: ServiceContext): Promise<readonly SearchedEvent[]> {
  const events = await db().event.findMany({
    where: { customerId: customer.id, deletingAt: null, currentRun: { gte: 1 } },
    orderBy: [
      { testOf: { sort: "asc", nulls: "first" } },
      { status: "asc" },
      { createdAt: "desc" },
      { id: "desc" },
    ],
    take: EVENTS_MAX,
    select: {
      id: true,
      name: true,
      status: true,
      currentRun: true,
      settings: true,
      testOf: true,
      ...EVENT_REF,
    },
  });
  const isReal = ({ testOf }: { testOf: string | null }) => Number(testOf === null);
  const sorted = events.toSorted(
    (a, b) => isReal(b) - isReal(a) || Number(b.status === "open") - Number(a.status === "open"),
  );
  return sorted.map((event): SearchedEvent => {
    const { rules } = settingsOf(event, "protection").protection?.rules ?? NO_RULES;
    return {
      id: event.id,
      eventId: event.wireId,
      name: event.name,
      isOpen: event.status === "open",
      currentRun: event.currentRun,
      ref: eventRef(event, customer),
      laneNames: linesOf(event).lanes.lanes.map(({ name }) => name),
      rules: rules.map(({ id, name }) => ({ id, name })),
      hasFalseQueue: rules.some(({ action }) => action.type === "false-queue"),
    };
  });
}
