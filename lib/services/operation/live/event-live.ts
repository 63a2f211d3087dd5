import type { CustomerStanding } from "@/lib/domain/event/standing";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import { type EventLive, type EventRows, readEventRows, readLive, readStanding } from "./get-live";
import { type LiveAnswer, liveAnswer, liveReads } from "./inner/live-reads";

/** As long as the line knows of no newer settings, the rows of an event are read so often. */
const ROWS_KEPT_MS = 60_000;
/** All events of a customer share it, and the line does not tell of it. */
const STANDING_KEPT_MS = 10_000;

const lives = liveReads<EventLive>("event-live");
const rowReads = sharedReads<{ readonly rows: EventRows; readonly customerId: string }>(
  "event-rows",
  { keptMs: ROWS_KEPT_MS, tagsOf: ({ customerId }) => [customerId] },
);

const standings = sharedReads<{
  readonly standing: CustomerStanding;
  readonly customerId: string;
}>("customer-standings", { keptMs: STANDING_KEPT_MS, tagsOf: ({ customerId }) => [customerId] });

export type SharedLive = {
  readonly live: EventLive;
  readonly answer: LiveAnswer<EventLive>;
  readonly ageMs: number;
};

/**
 * An event with the live figures of its line, at most half a second old, whoever changed what: all who look at it share one
 * read of Redis, and Postgres is asked when this process or the line knows of a change, or after a minute; for the customer's standing after ten seconds. Throws
 * `not_found`, and `unavailable` while Redis is away.
 */
export const getEventLive = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<SharedLive> => {
    const customerId = context.customer.id;
    const key = JSON.stringify([customerId, eventId]);
    const { value, ageMs } = await lives.getDated(key, async () => {
      const read = async () => ({ rows: await readEventRows(context, eventId), customerId });
      const [{ rows }, { standing }] = await Promise.all([
        rowReads.get(key, read),
        standings.get(customerId, async () => ({
          standing: await readStanding(context),
          customerId,
        })),
      ]);
      const live = await readLive(rows, standing);
      if (!isBehind(live)) return liveAnswer(customerId, live);
      rowReads.forgetOne(key);
      const newer = (await rowReads.get(key, read)).rows;
      return liveAnswer(customerId, await readLive(newer, standing));
    });
    return { live: value.value, answer: value, ageMs };
  },
);

/** True when the line knows of more than the rows: somebody changed the event elsewhere, or its draw goes on. */
function isBehind({ event, snapshot, draw }: EventLive): boolean {
  if (snapshot === null) return false;
  const { phase, settingsVersion, runId } = snapshot;
  if (settingsVersion > event.settingsVersion || runId > event.runId) return true;
  const isDrawn = phase === "drawing" || phase === "running";
  return isDrawn && draw !== null && draw.label === null;
}
