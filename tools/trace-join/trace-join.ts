import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Protection } from "@/lib/domain/protection/protection";
import { openEvent } from "@/tools/bench/harness/events";
import type { Installation } from "@/tools/bench/harness/servers";
import { pathOf, ROOM_HOST } from "@/tools/bench/harness/visitor-requests";
import { form, newClaim, send } from "@/tools/shared/ask";
import { type Called, type TracedRoom, withTracedRoom } from "./traced-room";

/** Longer than everything that a process does by itself waits for the next time. */
const IDLE_MS = 2_500;
/** A join that meets something of that all the same is no other join: what all of so many ran is what a join runs. */
const JOINS = 10;

/** What one join runs that an idle process does not, in the order of the files. */
export type JoinTrace = {
  readonly files: readonly string[];
  readonly functions: readonly Called[];
};

/** Traces a join at an event that this process knows already, and at which nothing is on but `protection`. */
export function traceJoin({
  protection,
  ...own
}: Installation & { readonly protection: Protection | null }): Promise<JoinTrace> {
  return withTracedRoom(own, async (room) => {
    const eventId = `traced${randomBytes(4).toString("hex")}`;
    const line = { outflowPerMinute: 600, waiting: 100, protection };
    const event = await openEvent(room.redis, { eventId, ...line });
    const functions = await callsOfJoins(room, event);
    return {
      files: [...new Set(functions.map(({ file }) => file))].sort(),
      functions: functions.toSorted((a, b) => a.file.localeCompare(b.file)),
    };
  });
}

async function callsOfJoins(room: TracedRoom, event: EventSettings): Promise<readonly Called[]> {
  await join(room, event);
  await room.takeWork();
  await delay(IDLE_MS);
  const { calls: idle } = await room.takeWork();
  let common: ReadonlyMap<string, Called> | null = null;
  for (let joined = 0; joined < JOINS; joined += 1) {
    // What a process knows of a customer is fresh for a second: the join before makes it so.
    await join(room, event);
    await room.takeWork();
    await join(room, event);
    const { calls } = await room.takeWork();
    const before: ReadonlyMap<string, Called> = common ?? calls;
    common = new Map([...before].filter(([place]) => calls.has(place) && !idle.has(place)));
  }
  return [...(common?.values() ?? [])];
}

/** Throws unless the visitor gets a place. */
async function join({ port }: TracedRoom, event: EventSettings): Promise<void> {
  const { customerId, eventId, targetUrl } = event;
  const { body: said, ...asked } = form(
    { joinId: newClaim(), t: targetUrl },
    {
      cookie: `stanchion-claim_${customerId}_${eventId}=${newClaim()}`,
      host: ROOM_HOST,
      "sec-fetch-dest": "empty",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `198.51.100.${randomInt(256)}`,
      "x-stanchion-place": "-",
    },
  );
  const { body } = await send({ port, path: `${pathOf(event)}/join`, ...asked }, said);
  if (!body.includes('"waiting"')) throw new Error(`A join was answered ${body}.`);
}
