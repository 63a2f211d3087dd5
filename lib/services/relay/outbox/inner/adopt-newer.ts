import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { sourceOfRun } from "@/lib/domain/draw/draw-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { settingsOfPublished } from "@/lib/domain/event/settings/published";
import { joinedLanes } from "@/lib/domain/lane/lane";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKey } from "@/lib/line/keys";
import { readFields } from "@/lib/line/read-fields";
import type { Redis } from "@/lib/line/redis-client";
import { newId } from "@/lib/platform/ids";
import { createLogger } from "@/lib/platform/observability/logger";
import { commitmentOf } from "@/lib/services/event/draw/draw-row";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { keepLinesOfRuns } from "@/lib/services/event/settings/lines-of-run";
import { type EventOwner, toEventSettings } from "@/lib/services/event/settings/to-settings";
import { toColumns } from "@/lib/services/ground/setting-columns";

const log = createLogger("worker");

/**
 * The event as Postgres has it, or, where Redis knows a later version of its settings, as Redis has it: then Postgres came
 * back from a backup, because it alone makes versions. The run that people wait in goes on, and the next change of an
 * operator is newer than all that was before. The caller holds the event's lock.
 */
export async function adoptNewer<Found extends Event & { readonly customer: EventOwner }>(
  tx: Tx,
  redis: Redis,
  event: Found,
): Promise<Found> {
  const ref = eventRef(event, event.customer);
  const published = await readPublishedEvent(redis, ref.customerId, ref.eventId);
  // Another event that has had the id says nothing of this one.
  const held = published?.incarnation === event.incarnation ? published : null;
  const { version } = await readFields(redis, "line", eventKey(ref, "line"), ["version"]);
  const newest = Math.max(held?.version ?? 0, Number(version ?? 0));
  if (newest <= event.settingsVersion) return event;
  const isHeldNewer = held !== null && held.version > event.settingsVersion;
  const settingsVersion = newest + 1;
  const data = toColumns(
    { ...(isHeldNewer ? changesOf(held, event) : {}), settingsVersion },
    event,
  );
  await makeRuns(tx, event, isHeldNewer ? held.runId : 0);
  await tx.event.update({
    where: { id: event.id, settingsVersion: event.settingsVersion },
    data,
  });
  log.warn(
    { ...ref, version: event.settingsVersion, newest },
    "Postgres is older than Redis: the settings and the run of the event were taken from Redis.",
  );
  const adopted = await tx.event.findUniqueOrThrow({ where: { id: event.id } });
  await keepLinesOfRuns(tx, event, adopted);
  return { ...event, ...adopted };
}

/** The runs that Postgres has forgotten; their lines are there. */
async function makeRuns(tx: Tx, { id, currentRun }: Event, runId: number): Promise<void> {
  for (let number = currentRun + 1; number <= runId; number += 1) {
    const run = { id: newId("run"), eventId: id, number, lineCreatedAt: new Date() };
    await tx.run.upsert({
      where: { eventId_number: { eventId: id, number } },
      create: run,
      update: {},
    });
  }
}

/**
 * What Redis has otherwise than this row would be published now. What is the same stays as the row has it:
 * a limit of the installation, or a suspension, may hide what the customer has set. A suspension that only Redis
 * knows is none of the customer's settings; one who runs the installation has to say it again.
 */
function changesOf(held: EventSettings, event: Event & { readonly customer: EventOwner }) {
  const mine = toEventSettings(event, event.customer);
  const published: Partial<Data> = dataOf(mine, event);
  const isSuspendedAnew = held.suspension !== undefined && held.suspension !== mine.suspension;
  const changed = Object.entries(dataOf(held, event)).filter(
    ([name, value]) =>
      !(isSuspendedAnew && SUSPENDED.has(name)) &&
      !isDeepStrictEqual(value, Reflect.get(published, name)),
  );
  return { ...Object.fromEntries(changed), ...drawOf(held) };
}

/** The draw that the run was started with; nothing where Redis does not know it. */
function drawOf({ draw, status, chances }: EventSettings) {
  if (draw !== null) {
    const { source, startAtMs } = commitmentOf(draw);
    const drand = { type: "drand" } as const;
    const isDrand = isDeepStrictEqual(source, sourceOfRun(drand, startAtMs));
    return { draw: isDrand ? drand : source };
  }
  // Lanes that are chances belong to a draw, also where the run was opened too late for one.
  return status === "open" && !chances ? { draw: null } : {};
}

type Data = ReturnType<typeof dataOf>;

/** What a suspension publishes instead of what is set. */
const SUSPENDED: ReadonlySet<string> = new Set([
  "paused",
  "pauseMessage",
  "pauseMessages",
  "pauseMessageAt",
  "method",
  "inviteOnly",
  "admission",
]);

/** How a column of JSON says that there is nothing. */
function orDbNull<Value extends object>(value: Value | null | undefined) {
  return value ?? Prisma.DbNull;
}

/** The columns of what is said to visitors. */
function wordsOf(held: EventSettings) {
  const { message, targetedMessage, pauseMessageAtMs, runId } = held;
  return {
    pauseMessage: held.pauseMessage,
    pauseMessages: orDbNull(held.pauseMessages),
    pauseMessageAt: pauseMessageAtMs ? new Date(pauseMessageAtMs) : null,
    message: orDbNull(message && { ...message, run: runId }),
    targetedMessage: orDbNull(targetedMessage && { ...targetedMessage, run: runId }),
  };
}

function releasedOf({ runId, releasedPlaces = [] }: EventSettings) {
  const queueIds = [...releasedPlaces];
  return queueIds.length === 0 ? Prisma.DbNull : { run: runId, queueIds };
}

/** What a schedule may have changed for a while is left as Postgres has it where the event has schedules. */
function dataOf(held: EventSettings, { schedules, currentRun }: Event) {
  const state = {
    status: held.status === "ended" ? ("stopped" as const) : held.status,
    paused: held.paused,
    hasOwnCodes: held.hasOwnCodes ?? false,
    ...wordsOf(held),
    releasedPlaces: releasedOf(held),
    currentRun: Math.max(currentRun, held.runId),
    // Visitors hold numbers in those, by where they stand; no schedule changes them.
    lanes: joinedLanes(held),
  };
  if (Array.isArray(schedules) && schedules.length > 0) return state;
  const { startAtMs, endAtMs, brand } = held;
  return {
    ...settingsOfPublished(held),
    kind: held.kind === "always-on" ? ("always_on" as const) : held.kind,
    brandName: brand.name,
    brandColour: brand.colour,
    ...state,
    startAt: startAtMs === null ? null : new Date(startAtMs),
    endAt: endAtMs === null ? null : new Date(endAtMs),
  };
}
