import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import { newDisturbance, secondsUntilAdmitting } from "../aftermath";
import { Browser } from "../browser";
import { type Cluster, onCluster, type Stage } from "../cluster";
import { type Guest, newClient } from "../guests";
import { openSale, type Sale } from "../sale";
import { figuresOf, LOSSES, pick, sayErrors } from "../sale-figures";
import { isWell, startFront } from "./front";
import type { CableName } from "./network-hosts";
import { type RoomOnHost, startRoomsOnHosts, untilItLetsIn } from "./rooms-on-hosts";

const TIMES = { queueTokenValiditySeconds: 30, queueAll: true };
/** People are on the site for half a minute at most, and say when they go. */
const CAPPED = { eventId: "hostcap", outflowPerMinute: 600, activeCap: 100, sessionMinutes: 1 };
const STOCKED = { eventId: "hoststock", outflowPerMinute: 240, sessionMinutes: 20 };
const STOCK = 250;
const CUT_MS = 20_000;
/** The host is dead for everybody; then only Redis is out of its reach. */
const CUTS: readonly (readonly CableName[])[] = [["front", "back"], ["back"]];

/** Three waiting rooms behind a balancer, two of them on hosts of their own; one of these is cut off twice, and comes back. */
export const runRoomCutOff = onCluster({ rooms: 1, workers: 1 }, async (stage) => {
  const { cluster, say } = stage;
  const { rooms, close } = await startRoomsOnHosts(cluster, 2, 0);
  const [room] = rooms;
  if (room === undefined) throw new Error("There are two rooms on hosts.");
  const here = { host: "127.0.0.1", port: cluster.stack.ports.waitingRoom };
  const front = await startFront([[here, ...rooms.map(({ at }) => at)]], "/health/line");
  const [capped, stocked] = await openSales(cluster, front.port);
  await sleep(15_000);
  const recovered: number[] = [];
  let cutOffForSure = 0;
  let admittedByReturned = 0;
  for (const cables of CUTS) {
    const { seconds, isCutOff } = await cutOff(stage, capped, room, cables);
    recovered.push(seconds);
    cutOffForSure += isCutOff ? 1 : 0;
    admittedByReturned += await letInBy(cluster, capped, room);
  }
  await stocked.untilIn(STOCK, 180_000);
  await sleep(10_000);
  const ended = await Promise.all([capped, stocked].map((sale) => sale.end()));
  for (const { seen } of ended) sayErrors(seen, say);
  // Before the front closes: what is still under way then fails.
  const figures = figuresOf(ended);
  const excess = ["admittedWhileFull", "soldMoreThanStock", "visitorErrors"] as const;
  const counts = ["visitors", "admissions", "admissionsNearTheCap", "unsold"] as const;
  await front.close();
  await close();
  return {
    ...pick(figures, [...LOSSES, ...excess, ...counts]),
    recoverySeconds: Math.max(...recovered),
    ...{ cutOffForSure, admittedByReturned },
    lineTimeJumpSeconds: Math.round(capped.watch.jumpMs() / 10) / 100,
  };
});

async function openSales(cluster: Cluster, balancerPort: number): Promise<[Sale, Sale]> {
  const shared = { disturbance: newDisturbance(), balancerPorts: [balancerPort] };
  const capped = await openSale(cluster, { ...CAPPED, ...TIMES }, shared);
  const stocked = await openSale(cluster, { ...STOCKED, ...TIMES }, { ...shared, stock: STOCK });
  const onSent = (guest: Guest) => void capped.leave(guest, 30_000);
  void capped.guests.send({ count: 300, perSecond: 60, onSent });
  void capped.guests.send({ count: 10_000, perSecond: 6, onSent });
  void stocked.guests.send({ count: 330, perSecond: 3 });
  return [capped, stocked];
}

/** Pulls these cables of a host for a while. Answers how long nobody was let in anywhere. */
function cutOff({ say }: Stage, sale: Sale, room: RoomOnHost, cables: readonly CableName[]) {
  return sale.disturbance.during(async () => {
    say(`A host loses its ${cables.join(" and its ")}`);
    for (const cable of cables) room.host.pull(cable);
    const within = { withinMs: 60_000, say };
    const fromMs = performance.now();
    const seconds = await secondsUntilAdmitting(sale.guests.seen, fromMs, within);
    await sleep(fromMs + CUT_MS - performance.now());
    const isCutOff = !(await isWell(room.at, "/health/line"));
    for (const cable of cables) room.host.plugIn(cable);
    await untilItLetsIn(room);
    say(`It is back after ${Math.round((performance.now() - fromMs) / 1_000)} s`);
    return { seconds, isCutOff };
  });
}

/** Somebody who is sent to nobody else but this room joins there: 1 where they get in. */
async function letInBy(cluster: Cluster, { event }: Sale, { at }: RoomOnHost): Promise<number> {
  const only = await startFront([[at]], "/health/line");
  const client = newClient(cluster, { balancerPorts: [only.port] });
  const browser = new Browser(cluster.stack.urls.waitingRoom, event, client);
  await browser.untilCalled(120_000);
  const token = await browser.enter(newClaim(), 60_000);
  await only.close();
  return token === null ? 0 : 1;
}
