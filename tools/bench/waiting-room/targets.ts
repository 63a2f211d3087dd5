import type { EventSettings } from "@/lib/domain/event/settings";
import { CALM } from "@/lib/domain/protection/protection";
import { eventKeys } from "@/lib/line/keys";
import { openEvent, publishCustomer } from "../harness/events";
import { type RawRequest, rawRequest } from "../harness/saturate";
import type { BenchServers, RunningServer } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";
import { CALLED, CHECKING_IN, UNLIMITED_OUTFLOW, WAITING } from "./crowds";

/** `join` is that of an event with limits on, `unlimited` the same join where they are off. */
export const NAMES = ["bare", "line", "status", "join", "unlimited", "enter"] as const;
export type Name = (typeof NAMES)[number];

/** Where a load goes, and with what. */
export type Target = RunningServer & { readonly requests: readonly RawRequest[] };

/** Joins with and without limits, entries, and calls of scripts. */
export type Counts = Readonly<Record<"joined" | "unlimited" | "admitted" | "calls", number>>;

export type Targets = {
  /** A target for a load of at most so many requests. */
  readonly of: (name: Name, most: number) => Target;
  /** What the lines have counted, and the calls of scripts that Redis has. */
  readonly counts: () => Promise<Counts>;
  /** Ends the waiting room and the yardstick. */
  readonly stop: () => Promise<void>;
};

/** Makes two events with 100,000 waiting in each; returns what starts one waiting room and the yardstick. */
export async function prepareTargets(servers: BenchServers): Promise<() => Promise<Targets>> {
  const { redis, master } = servers;
  await publishCustomer(redis, master);
  const busy = await openEvent(redis, {
    eventId: "busy",
    outflowPerMinute: 600,
    waiting: WAITING,
  });
  const limited = await openEvent(redis, {
    eventId: "limited",
    outflowPerMinute: 600,
    waiting: WAITING,
    protection: CALM,
  });
  const entering = await openEvent(redis, {
    eventId: "entering",
    outflowPerMinute: UNLIMITED_OUTFLOW,
    waiting: WAITING,
    called: CALLED,
  });
  const requests = visitorRequests(master);
  const checkIns = Array.from({ length: CHECKING_IN.count }, (_, index) =>
    requests.checkIn(busy, CHECKING_IN.from + index),
  );
  // Each from an address of its own: none of them comes near its limit.
  const joins = (event: EventSettings, most: number) =>
    Array.from({ length: most }, () => requests.join(event));
  let entered = 0;
  const enters = (most: number) =>
    Array.from({ length: most }, () => {
      entered += 1;
      return requests.enter(entering, entered);
    });
  const counts = async () => ({
    joined: Number(await redis.hget(eventKeys(limited).line, "joined")),
    unlimited: Number(await redis.hget(eventKeys(busy).line, "joined")),
    admitted: Number(await redis.hget(eventKeys(entering).line, "admitted")),
    calls: Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1]),
  });
  return async () => {
    const room = await servers.run(await servers.describeRoom("room", 1));
    const bare = await servers.runBare(await answerBytes(room, busy, checkIns[0] ?? ""));
    const fixed = {
      bare: { ...bare, requests: [rawRequest("GET", "/")] },
      line: { ...room, requests: [requests.lineJson(busy)] },
      status: { ...room, requests: checkIns },
    };
    return {
      of: (name, most) => {
        if (name === "enter") return { ...room, requests: enters(most) };
        if (name === "join") return { ...room, requests: joins(limited, most) };
        if (name === "unlimited") return { ...room, requests: joins(busy, most) };
        return fixed[name];
      },
      counts,
      stop: async () => {
        await servers.stop(room);
        await servers.stop(bare);
      },
    };
  };
}

/** How long a check-in's answer is; throws unless it says that the visitor waits. */
async function answerBytes(
  { port }: RunningServer,
  { customerId, eventId }: EventSettings,
  checkIn: RawRequest,
): Promise<number> {
  const cookie = /\r\nCookie: ([^\r]+)/.exec(checkIn)?.[1] ?? "";
  const url = `http://127.0.0.1:${port}/line/${customerId}/${eventId}/status`;
  const body = await (await fetch(url, { headers: { cookie } })).text();
  if (JSON.parse(body).status !== "waiting") throw new Error(`A check-in was answered ${body}.`);
  return Buffer.byteLength(body);
}
