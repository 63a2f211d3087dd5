import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { joinedLanes } from "@/lib/domain/lane/lane";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { readFields } from "@/lib/line/read-fields";
import { newId } from "@/lib/platform/ids";
import { createLogger } from "@/lib/platform/observability/logger";
import { eventRef } from "@/lib/services/event/event-ref";
import { type EventOwner, toEventSettings } from "@/lib/services/event/to-settings";

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
  const { version } = await readFields(redis, "line", eventKeys(ref).line, ["version"]);
  const newest = Math.max(held?.version ?? 0, Number(version ?? 0));
  if (newest <= event.settingsVersion) return event;
  const isHeldNewer = held !== null && held.version > event.settingsVersion;
  const settingsVersion = newest + 1;
  const data = { ...(isHeldNewer ? changesOf(held, event) : {}), settingsVersion };
  await makeRuns(tx, event, isHeldNewer ? held.runId : 0);
  await tx.event.update({ where: { id: event.id }, data });
  log.warn(
    { ...ref, version: event.settingsVersion, newest },
    "Postgres is older than Redis: the settings and the run of the event were taken from Redis.",
  );
  return { ...event, ...(await tx.event.findUniqueOrThrow({ where: { id: event.id } })) };
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
 * The columns of what Redis has otherwise than this row would be published now. What is the same stays as the row has it:
 * a limit of the installation, or a suspension, may hide what the customer has set. A suspension that only Redis
 * knows is none of the customer's settings; one who runs the installation has to say it again.
 */
function changesOf(held: EventSettings, event: Event & { readonly customer: EventOwner }) {
  const mine = toEventSettings(event, event.customer);
  const published: Partial<Columns> = columnsOf(mine, event);
  const isSuspendedAnew = held.suspension !== undefined && held.suspension !== mine.suspension;
  const changed = Object.entries(columnsOf(held, event)).filter(
    ([name, value]) =>
      !(isSuspendedAnew && SUSPENDED.has(name)) &&
      !isDeepStrictEqual(value, Reflect.get(published, name)),
  );
  return Object.fromEntries(changed);
}

type Columns = ReturnType<typeof columnsOf>;

/** What a suspension publishes instead of what is set. */
const SUSPENDED: ReadonlySet<string> = new Set([
  "paused",
  "pauseMessage",
  "pauseMessages",
  "method",
  "inviteOnly",
]);

/** How a column of JSON says that there is nothing. */
function orDbNull<Value extends object>(value: Value | null | undefined) {
  return value ?? Prisma.DbNull;
}

function messageOf({ message, runId }: EventSettings) {
  return message ? { ...message, run: runId } : Prisma.DbNull;
}

function releasedOf({ runId, releasedPlaces = [] }: EventSettings) {
  const queueIds = [...releasedPlaces];
  return queueIds.length === 0 ? Prisma.DbNull : { run: runId, queueIds };
}

/** What a schedule may have changed for a while is left as Postgres has it where the event has schedules. */
function columnsOf(held: EventSettings, { schedules, currentRun }: Event) {
  const state = {
    status: held.status === "ended" ? ("stopped" as const) : held.status,
    paused: held.paused,
    pauseMessage: held.pauseMessage,
    pauseMessages: orDbNull(held.pauseMessages),
    message: messageOf(held),
    releasedPlaces: releasedOf(held),
    currentRun: Math.max(currentRun, held.runId),
    // Visitors hold numbers in those, by where they stand; no schedule changes them.
    lanes: joinedLanes(held),
  };
  if (Array.isArray(schedules) && schedules.length > 0) return state;
  const { startAtMs, endAtMs, brand } = held;
  return {
    ...state,
    name: held.name,
    startAt: startAtMs === null ? null : new Date(startAtMs),
    endAt: endAtMs === null ? null : new Date(endAtMs),
    preQueueMinutes: held.preQueueMinutes,
    timeZone: held.timeZone,
    targetUrl: held.targetUrl,
    allowedHosts: [...held.allowedHosts],
    apiOrigins: [...(held.apiOrigins ?? [])],
    frameOrigins: [...(held.frameOrigins ?? [])],
    inviteOnly: held.inviteOnly,
    absenceMinutes: held.absenceMinutes,
    method: held.method,
    queueAll: held.queueAll,
    outflowPerMinute: held.outflowPerMinute,
    safetyNetPerMinute: held.safetyNetPerMinute ?? null,
    safetyNetActive: held.safetyNetActive ?? null,
    activeCap: held.activeCap,
    unitsPerAdmission: held.unitsPerAdmission ?? 1,
    lineLimit: held.lineLimit,
    queueTokenValiditySeconds: held.queueTokenValiditySeconds,
    bindsToAddress: held.bindsToAddress,
    sessionMinutes: held.sessionMinutes,
    sessionMode: held.sessionMode,
    cloudflareJson: held.cloudflareJson ?? false,
    protection: orDbNull(held.protection),
    turn: orDbNull(held.turn),
    waitingStatusCode: held.waitingStatusCode,
    language: held.language ?? "en",
    brandName: brand.name,
    brandColour: brand.colour,
  };
}
