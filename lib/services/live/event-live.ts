import type { ServiceContext } from "@/lib/services/context";
import {
  type EventLive,
  type EventRows,
  readEventRows,
  readLive,
} from "@/lib/services/event/get-live";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/inputs";
import { requirePermission } from "@/lib/services/require-permission";
import { sharedReads } from "@/lib/services/shared-reads";
import { type LiveAnswer, liveAnswer, liveReads } from "./live-reads";

/** As long as the line knows of no newer settings, the rows of an event are read so often. */
const ROWS_KEPT_MS = 40_000;

const lives = liveReads<EventLive>("event-live");
const rowReads = sharedReads<{ readonly rows: EventRows; readonly customerId: string }>(
  "event-rows",
  { keptMs: ROWS_KEPT_MS, tagsOf: ({ customerId }) => [customerId] },
);

export type SharedLive = {
  readonly live: EventLive;
  readonly answer: LiveAnswer<EventLive>;
  readonly ageMs: number;
};

/**
 * An event with the live figures of its line, at most half a second old, whoever changed what: all who look at it share one
 * read of Redis, and Postgres is asked when this process or the line knows of a change, or after forty seconds. Throws
 * `not_found`, and `unavailable` while Redis is away.
 */
export async function getEventLive(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<SharedLive> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  const customerId = context.customer.id;
  const key = JSON.stringify([customerId, eventId]);
  const { value, ageMs } = await lives.getDated(key, async () => {
    const read = async () => ({ rows: await readEventRows(context, eventId), customerId });
    const { rows } = await rowReads.get(key, read);
    const live = await readLive(context, rows);
    if (!isBehind(live)) return liveAnswer(customerId, live);
    rowReads.forgetOne(key);
    return liveAnswer(customerId, await readLive(context, (await rowReads.get(key, read)).rows));
  });
  return { live: value.value, answer: value, ageMs };
}

/** True when the line knows of more than the rows: somebody changed the event elsewhere, or its draw goes on. */
function isBehind({ event, snapshot, draw }: EventLive): boolean {
  if (snapshot === null) return false;
  const { phase, settingsVersion, runId } = snapshot;
  if (settingsVersion > event.settingsVersion || runId > event.runId) return true;
  const isDrawn = phase === "drawing" || phase === "running";
  return isDrawn && draw !== null && draw.label === null;
}
