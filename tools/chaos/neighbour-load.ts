import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { residentMegabytes } from "../bench/harness/process-figures";
import { newClaim } from "../shared/ask";
import { serve } from "../shared/serve";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import type { Guests } from "./guests";
import { askRoom } from "./room-calls";

const LARGE_ANSWER_BYTES = 300 * 1024 * 1024;
const PART = Buffer.alloc(1024 * 1024, "x");
const SEATS_AT_ONCE = 10_000;

/** A site whose health check answers 300 MB while it is made to. */
export async function startLoudSite() {
  let isLoud = false;
  let probes = 0;
  const { port, close } = await serve(async (_request, response) => {
    response.on("error", () => undefined);
    if (!isLoud) return response.end("ok");
    probes += 1;
    for (let sent = 0; sent < LARGE_ANSWER_BYTES && !response.destroyed; sent += PART.length) {
      if (!response.write(PART)) await drained(response);
    }
    return response.end();
  });
  return {
    healthUrl: `http://127.0.0.1:${port}/health`,
    beLoud: (loud: boolean) => {
      isLoud = loud;
    },
    probes: () => probes,
    close,
  };
}

function drained(response: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}

/**
 * Does something so many times a second, or never for 0, until it is ended; `end` resolves when all of it is
 * done.
 */
export function atPace(perSecond: number, work: () => Promise<void>) {
  const running = new Set<Promise<void>>();
  let count = 0;
  let isOver = perSecond === 0;
  const startedAtMs = performance.now();
  const loop = (async () => {
    while (!isOver) {
      const one = work().finally(() => running.delete(one));
      running.add(one);
      count += 1;
      await sleep(startedAtMs + (count * 1_000) / perSecond - performance.now());
    }
  })();
  return {
    count: () => count,
    async end(): Promise<void> {
      isOver = true;
      await loop;
      await Promise.all(running);
    },
  };
}

/** Joins an event with a new browser; answers how long that took, null where it got no place. */
export async function joinOnce(
  cluster: Cluster,
  event: EventRef,
  guests: Guests,
): Promise<number | null> {
  const startedAtMs = performance.now();
  const { body } = await askRoom(cluster, event, guests.newClient(), "join", {
    joinId: newClaim(),
  });
  return typeof body["number"] === "number" ? performance.now() - startedAtMs : null;
}

/** Sends a join that says it was sent two minutes ago, with an id that nobody has seen. */
export async function joinAgain(cluster: Cluster, event: EventRef, guests: Guests): Promise<void> {
  const form = { joinId: newClaim(), retry: "1", ago: "120000" };
  await askRoom(cluster, event, guests.newClient(), "join", form);
}

/** Takes so many seats that all end at one moment of line time. */
export async function takeSeats(
  redis: Redis,
  event: EventRef,
  { count, endMs }: { readonly count: number; readonly endMs: number },
): Promise<void> {
  const { seats } = eventKeys(event);
  for (let from = 1; from <= count; from += SEATS_AT_ONCE) {
    const some = Array.from({ length: Math.min(SEATS_AT_ONCE, count + 1 - from) }, (_, index) => [
      endMs,
      `q${from + index}`,
    ]);
    await redis.zadd(seats, ...some.flat());
  }
}

/** Looks at the memory of a process again and again, until it is ended. */
export function watchMemory(processId: number) {
  const megabytes: number[] = [];
  const look = () => {
    megabytes.push(residentMegabytes(processId));
  };
  look();
  const timer = setInterval(look, 100);
  return {
    end(): readonly number[] {
      clearInterval(timer);
      look();
      return megabytes;
    },
  };
}
