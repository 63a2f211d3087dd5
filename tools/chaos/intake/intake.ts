import { UNPROTECTED } from "@/lib/domain/protection/protection";
import type { EventRef } from "@/lib/line/keys";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import { startActor } from "../actor";
import { type Cluster, startCluster } from "../cluster";
import { atPace, watchMemory } from "../neighbour-load";
import { askRoom } from "../room-calls";
import type { Scenario } from "../scenario";
import { intakeFigures } from "./intake-figures";
import { LOUD, type Loud, type LoudOrders, type LoudReport, NOTHING_YET } from "./loud-orders";

const CONNECTIONS_MAX = 4_000;
const HONEST = { visitors: 40, perSecond: 20 } as const;
const OUTFLOW_PER_MINUTE = 60;
const ALONE_MS = 8_000;
const ATTACK_MS = 10_000;
/** After an attack its sockets are closed at once: what they had asked for must not go on. */
const AFTERWARDS_MS = 5_000;
/** One after the other, and together. */
const ATTACKS: readonly (readonly Loud[])[] = [...LOUD.map((one) => [one] as const), LOUD];

/** What check-ins of one event cost while clients make the waiting room take in more than it can at another. */
export const runIntake: Scenario = async ({ say }) => {
  // Each peer is a source of its own, as where nothing stands in front.
  process.env["TRUSTED_PROXIES"] = "0";
  process.env["WAITING_ROOM_CONNECTIONS"] = String(CONNECTIONS_MAX);
  const cluster = await startCluster({ rooms: 1, workers: 1, say });
  const open = (eventId: string) =>
    cluster.open({
      eventId,
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      queueAll: true,
      // All that is asked reaches the line: limits of joins would spare it the work.
      protection: UNPROTECTED,
    });
  const events = { loud: await open("loudsale"), honest: await open("honestsale") };
  const visitors = await takePlaces(cluster, events.honest);
  const [processId] = cluster.roomProcessIds();
  if (processId === undefined) throw new Error("The waiting room does not run.");
  const alone = checkIn(cluster, events.honest, visitors);
  await sleep(ALONE_MS);
  const aloneMs = (await alone.end()).ms;
  const memory = watchMemory(processId);
  const beside = checkIn(cluster, events.honest, visitors);
  const reports: LoudReport[] = [];
  for (const what of ATTACKS) {
    say(`Attack: ${what.join(", ")}`);
    reports.push(await attackFor(cluster, events.loud, what));
    say(JSON.stringify(reports.at(-1)));
    await sleep(AFTERWARDS_MS);
  }
  const { ms: besideMs, failed: honestFailed } = await beside.end();
  const megabytes = memory.end();
  await cluster.close();
  return intakeFigures({ besideMs, aloneMs, honestFailed, megabytes, reports });
};

async function takePlaces(cluster: Cluster, event: EventRef): Promise<HttpClient[]> {
  const visitors = Array.from({ length: HONEST.visitors }, () => new HttpClient());
  for (const client of visitors) {
    const { body } = await askRoom(cluster, event, client, "join", { joinId: newClaim() });
    if (typeof body["number"] !== "number") throw new Error("An honest visitor got no place.");
  }
  return visitors;
}

/** Lets visitors check in, again and again, until it is ended. */
function checkIn(cluster: Cluster, event: EventRef, visitors: readonly HttpClient[]) {
  const ms: number[] = [];
  let [asked, failed] = [0, 0];
  const pace = atPace(HONEST.perSecond, async () => {
    const client = visitors[asked % visitors.length] ?? new HttpClient();
    asked += 1;
    const startedAtMs = performance.now();
    const { status, body } = await askRoom(cluster, event, client, "status");
    if (status === 200 && body["status"] === "waiting") ms.push(performance.now() - startedAtMs);
    else failed += 1;
  });
  return {
    async end() {
      await pace.end();
      return { ms, failed };
    },
  };
}

async function attackFor(
  { stack }: Cluster,
  { customerId, eventId }: EventRef,
  what: readonly Loud[],
): Promise<LoudReport> {
  const line = `/line/${customerId}/${eventId}`;
  const { host } = new URL(stack.urls.waitingRoom);
  const joined = await fetch(`http://127.0.0.1:${stack.ports.waitingRoom}${line}/join`, {
    method: "POST",
    headers: { accept: "application/json", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ joinId: newClaim() }),
  });
  const cookie = joined.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  const orders: LoudOrders = { port: stack.ports.waitingRoom, host, line, cookie, what };
  const loud = startActor("tools/chaos/intake/loud-process.ts", orders, NOTHING_YET);
  await sleep(ATTACK_MS);
  return loud.stop();
}
