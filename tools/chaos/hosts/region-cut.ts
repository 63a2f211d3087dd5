import { quantile, round } from "@/simulation/statistics";
import { newClaim } from "../../shared/ask";
import { sleep } from "../../shared/time";
import { newDisturbance, secondsUntilAdmitting } from "../aftermath";
import { Browser } from "../browser";
import { type Cluster, onCluster } from "../cluster";
import { type Guest, type Guests, inviteGuests, newClient } from "../guests";
import { openSale } from "../sale";
import { figuresOf, LOSSES, pick, sayErrors } from "../sale-figures";
import { startFront } from "./front";
import { startRoomsOnHosts, untilItLetsIn } from "./rooms-on-hosts";

const EVENT = { eventId: "region", queueTokenValiditySeconds: 30, queueAll: true };
/** People are on the site for half a minute at most, and say when they go. */
const CAPPED = { ...EVENT, outflowPerMinute: 600, activeCap: 100, sessionMinutes: 1 };
/** From one region to the other and back, as over an ocean. */
const ROUND_TRIP_MS = 80;
const CUT_MS = 40_000;
/** What was sent before the cut may still be answered. */
const UNDER_WAY_MS = 500;

/**
 * Two rooms at home and two in another region, whose link to Redis is long, and cut for a while. Of the visitors there one half
 * has a balancer that sends them home meanwhile; the other half stays.
 */
export const runRegionCut = onCluster({ rooms: 2, workers: 1 }, async ({ cluster, say }) => {
  const { rooms, close } = await startRoomsOnHosts(cluster, 2, ROUND_TRIP_MS / 2);
  const home = cluster.roomPorts.map((port) => ({ host: "127.0.0.1", port }));
  const away = rooms.map(({ at }) => at);
  const atHome = await startFront([home], "/health/line");
  const moving = await startFront([away, home], "/health/line");
  const staying = await startFront([away], "/health/line");
  const trips = await measureTrips(cluster, staying.port);
  const sale = await openSale(cluster, CAPPED, { balancerPorts: [atHome.port] });
  const disturbance = newDisturbance();
  const { isDisturbed } = disturbance;
  const invite = (port: number) =>
    inviteGuests(cluster, sale.event, { balancerPorts: [port], isDisturbed });
  const [movers, stayers] = [invite(moving.port), invite(staying.port)];
  const crowds = [sale.guests, movers, stayers];
  const onSent = (guest: Guest) => void sale.leave(guest, 30_000);
  for (const guests of crowds) {
    void guests.send({ count: 100, perSecond: 20, onSent });
    void guests.send({ count: 10_000, perSecond: 2, onSent });
  }
  await sleep(15_000);
  const cut = await disturbance.during(async () => {
    say("The link to the region is cut");
    for (const { host } of rooms) host.pull("back");
    const cutAtMs = performance.now();
    const within = { withinMs: 60_000, say };
    const recoverySeconds = await secondsUntilAdmitting(
      movers.seen,
      cutAtMs + UNDER_WAY_MS,
      within,
    );
    await sleep(cutAtMs + CUT_MS - performance.now());
    const waitedThere = stayers.all.filter(({ seen }) => isWaiting(seen)).length;
    const mendedAtMs = performance.now();
    for (const { host } of rooms) host.plugIn("back");
    await Promise.all(rooms.map(untilItLetsIn));
    const backSeconds = await secondsUntilAdmitting(stayers.seen, mendedAtMs, within);
    return {
      ...{ recoverySeconds, backSeconds, waitedThere },
      admittedInCutRegion: letInBetween(stayers, cutAtMs + UNDER_WAY_MS, mendedAtMs),
      admittedAtHome: letInBetween(sale.guests, cutAtMs, mendedAtMs),
      admittedMoved: letInBetween(movers, cutAtMs + UNDER_WAY_MS, mendedAtMs),
    };
  });
  await sleep(30_000);
  await Promise.all([movers.goHome(), stayers.goHome()]);
  const ended = await sale.end();
  const seen = crowds.flatMap((guests) => guests.seen());
  sayErrors(seen, say);
  // Before the fronts close: what is still under way then fails.
  const figures = figuresOf([{ ...ended, seen }]);
  await Promise.all([atHome, moving, staying].map((front) => front.close()));
  await close();
  const counts = ["visitors", "admissions", "admissionsNearTheCap"] as const;
  return {
    ...pick(figures, [...LOSSES, "admittedWhileFull", "visitorErrors", ...counts]),
    ...cut,
    ...trips,
    lineTimeJumpSeconds: Math.round(sale.watch.jumpMs() / 10) / 100,
  };
});

function isWaiting({ numbers, admittedAtMs }: Guest["seen"]): boolean {
  return numbers.length > 0 && admittedAtMs === null;
}

function letInBetween(guests: Guests, fromMs: number, toMs: number): number {
  const times = guests.seen().map(({ admittedAtMs }) => admittedAtMs ?? Number.POSITIVE_INFINITY);
  return times.filter((at) => at >= fromMs && at < toMs).length;
}

/** How long what visitors ask takes in the region, in round trips home: the median of thirty visitors. */
async function measureTrips(cluster: Cluster, port: number) {
  const free = { ...EVENT, eventId: "regionfree", outflowPerMinute: 6_000 };
  const event = await cluster.open(free);
  const taken: Record<string, number[]> = {};
  const timed = async <Answer>(name: string, act: () => Promise<Answer>): Promise<Answer> => {
    const startedAtMs = performance.now();
    const answer = await act();
    taken[name] = [...(taken[name] ?? []), performance.now() - startedAtMs];
    return answer;
  };
  for (let index = 0; index < 30; index += 1) {
    const client = newClient(cluster, { balancerPorts: [port] });
    const browser = new Browser(cluster.stack.urls.waitingRoom, event, client);
    await timed("page", () => browser.page());
    await timed("join", () => browser.join());
    await browser.untilCalled();
    await timed("status", () => browser.ask("status"));
    const token = await timed("enter", () => browser.enter(newClaim(), 10_000));
    if (token === null) throw new Error("A visitor of a free event was not let in.");
  }
  const trips = Object.entries(taken).map(([name, ms]) => {
    return [name, round(quantile(ms, 0.5) / ROUND_TRIP_MS, 2)];
  });
  return { roundTrips: Object.fromEntries(trips) };
}
