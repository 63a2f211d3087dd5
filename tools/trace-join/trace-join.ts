import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Protection } from "@/lib/domain/protection/protection";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { openEvent, publishCustomer } from "@/tools/bench/harness/events";
import { form, newClaim, send } from "@/tools/shared/ask";
import { type Called, startTracedRoom, type TracedRoom } from "./traced-room";

/** Longer than everything that a process does by itself waits for the next time. */
const IDLE_MS = 2_500;
/** A join that meets something of that all the same is no other join: what all of so many ran is what a join runs. */
const JOINS = 10;

/** What one join runs that an idle process does not, in the order of the files. */
export type JoinTrace = {
  readonly files: readonly string[];
  readonly functions: readonly Called[];
};

/**
 * Traces the join of a page's script at an event that this process knows already. The event is plain: nothing is
 * switched on at it but `protection`.
 */
export async function traceJoin(options: {
  readonly redisUrl: string;
  readonly masterKey: string;
  readonly protection: Protection | null;
}): Promise<JoinTrace> {
  const redis = connectRedis(options.redisUrl);
  await waitForRedis(redis, 10_000);
  const room = await startTracedRoom(options.redisUrl, options.masterKey);
  try {
    await publishCustomer(redis, parseMasterKey(options.masterKey));
    const { protection } = options;
    const eventId = `traced${randomBytes(4).toString("hex")}`;
    const event = await openEvent(redis, {
      eventId,
      outflowPerMinute: 600,
      waiting: 100,
      protection,
    });
    return toTrace(await callsOfJoins(room, event));
  } finally {
    await room.close();
    redis.disconnect();
  }
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
      host: `room.localhost:${port}`,
      "sec-fetch-dest": "empty",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `198.51.100.${randomInt(256)}`,
      "x-stanchion-place": "-",
    },
  );
  const { body } = await send(
    { port, path: `/line/${customerId}/${eventId}/join`, ...asked },
    said,
  );
  if (!body.includes('"waiting"')) throw new Error(`A join was answered ${body}.`);
}

function toTrace(functions: readonly Called[]): JoinTrace {
  return {
    files: [...new Set(functions.map(({ file }) => file))].sort(),
    functions: functions.toSorted((a, b) => a.file.localeCompare(b.file)),
  };
}
