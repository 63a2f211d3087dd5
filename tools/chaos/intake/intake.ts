import { UNPROTECTED } from "@/lib/domain/protection/protection";
import type { EventRef } from "@/lib/line/keys";
import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import { startActor } from "../actor";
import { type Browser, newBrowser } from "../browser";
import { type Cluster, type Scenario, startCluster } from "../cluster";
import { percentile, timeAtPace, watchMemory } from "../loads";
import { combine } from "../sale-figures";
import type { Loud, LoudOrders, LoudReport } from "./loud-process";

const CONNECTIONS_MAX = 4_000;
const HONEST = { visitors: 40, perSecond: 20 } as const;
const EVENT = {
  outflowPerMinute: 60,
  queueAll: true,
  // All that is asked reaches the line: limits of joins would spare it the work.
  protection: UNPROTECTED,
} as const;
/** After an attack its sockets are closed at once: what they had asked for must not go on. */
const AFTERWARDS_MS = 5_000;
const ATTACKS: readonly (readonly Loud[])[] = [
  ["joins"],
  ["status"],
  ["heads"],
  ["joins", "status", "heads"],
];

export const runIntake: Scenario = async ({ say }) => {
  // Each peer is a source of its own, as where nothing stands in front.
  process.env["TRUSTED_PROXIES"] = "0";
  process.env["WAITING_ROOM_CONNECTIONS"] = String(CONNECTIONS_MAX);
  const cluster = await startCluster({ rooms: 1, workers: 1, say });
  const loud = await cluster.open({ ...EVENT, eventId: "loudsale" });
  const honest = await cluster.open({ ...EVENT, eventId: "honestsale" });
  const visitors = await takePlaces(cluster, honest);
  const memory = watchMemory(cluster.processId("waiting-room"));
  const checkIns = timeAtPace(HONEST.perSecond, async (index) => {
    const answer = await visitors[index % visitors.length]?.ask("status");
    return answer?.status === 200 && answer.body["status"] === "waiting";
  });
  const reports: LoudReport[] = [];
  for (const what of ATTACKS) {
    say(`Attack: ${what.join(", ")}`);
    reports.push(await attackFor(cluster, loud, what));
    say(JSON.stringify(reports.at(-1)));
    await sleep(AFTERWARDS_MS);
  }
  const beside = await checkIns.end();
  const [megabytesBefore = 0, ...more] = memory.end().map(Math.round);
  await cluster.close();
  const megabytesMost = Math.max(megabytesBefore, ...more);
  // Of each figure the least that an attack reached which was to reach something.
  const reached = combine(reports, (_name, counts) => {
    const some = counts.filter((count) => count > 0);
    return some.length === 0 ? 0 : Math.min(...some);
  });
  return {
    honestCheckInP95Ms: Math.round(percentile(beside.ms, 0.95)),
    honestFailed: beside.failed,
    honestCheckIns: beside.ms.length,
    ...{ megabytesMost, megabytesBefore, megabytesMore: megabytesMost - megabytesBefore },
    ...reached,
  };
};

async function takePlaces(cluster: Cluster, event: EventRef): Promise<Browser[]> {
  const visitors = Array.from({ length: HONEST.visitors }, () => newBrowser(cluster, event));
  for (const visitor of visitors)
    if ((await visitor.join()) === null) throw new Error("An honest visitor got no place.");
  return visitors;
}

async function attackFor(cluster: Cluster, event: EventRef, what: readonly Loud[]) {
  const { urls, ports } = cluster.stack;
  const joined = await newBrowser(cluster, event).send("join", { joinId: newClaim() });
  const cookies = joined.headers["set-cookie"] ?? [];
  const loud = startActor<LoudOrders, LoudReport>("tools/chaos/intake/loud-process.ts", {
    port: ports.waitingRoom,
    host: new URL(urls.waitingRoom).host,
    line: `/line/${event.customerId}/${event.eventId}`,
    cookie: cookies.map((line) => line.split(";")[0]).join("; "),
    what,
  });
  await sleep(10_000);
  return loud.stop();
}
