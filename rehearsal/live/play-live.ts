import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveOutcome } from "@/lib/domain/rehearsal/live";
import { HttpClient } from "../crowd/http-client";
import { newObservation, type Observation } from "../crowd/observation";
import { visit } from "../crowd/visitor";
import type { LiveScene } from "../messages";
import { LiveTally } from "./live-tally";
import { openTestSite } from "./test-site";

const TELL_MS = 1_000;
const PORT_OF_HTTP = 80;
/** A copy is opened once. */
const RUN = 1;
/** Waiting rooms hear of a new event within seconds. */
const OPEN_TRIES = 60;
const OPEN_EVERY_MS = 500;
/** The waiting room answers it when there is a slot. */
const HELD_BACK = "/enter";

/**
 * Sends a crowd to a site behind the real connector and the real waiting room, and tells every second how it stands. It
 * ends when all who are there are in, and at the latest after the minutes of the plan.
 */
export async function playLive(
  scene: LiveScene,
  tell: (outcome: LiveOutcome, progress: number) => void,
): Promise<void> {
  await untilOpen(scene);
  const site = await openTestSite(scene);
  const home = new AbortController();
  // Every visitor listens to it while asleep.
  setMaxListeners(0, home.signal);
  const { plan } = scene;
  const tally = new LiveTally(plan, scene.isInOrder);
  const observations: Observation[] = [];
  const report = () => {
    const outcome = tally.look(observations, performance.now());
    tell(outcome, Math.min(99, Math.floor((100 * outcome.admitted) / plan.people)));
  };
  const telling = setInterval(report, TELL_MS);
  const ending = setTimeout(() => home.abort(), plan.minutes * 60_000);
  try {
    const coming = { site: site.port, home: home.signal, observations, tally };
    await Promise.all(await comeAll(scene, coming));
    const outcome = tally.look(observations, performance.now());
    tell(outcome, 100);
  } finally {
    clearInterval(telling);
    clearTimeout(ending);
    await site.close();
  }
}

/** Waits until the waiting room knows the copy. Throws when it never does. */
async function untilOpen({ waitingRoomOrigin, customerId, eventId }: LiveScene): Promise<void> {
  const line = new URL(`${waitingRoomOrigin}/line/${customerId}/${eventId}/${RUN}/line.json`);
  let status = 0;
  for (let tries = 0; tries < OPEN_TRIES; tries += 1) {
    ({ status } = await new HttpClient().send("GET", line));
    if (status === 200) return;
    await sleep(OPEN_EVERY_MS);
  }
  throw new Error(`The waiting room at ${waitingRoomOrigin} answers ${status} for the copy.`);
}

type Coming = {
  readonly site: number;
  readonly home: AbortSignal;
  readonly observations: Observation[];
  readonly tally: LiveTally;
};

/** Answers when all have come, with a promise for each visit. */
async function comeAll(
  { plan, siteHost, waitingRoomOrigin }: LiveScene,
  { site, home, observations, tally }: Coming,
): Promise<Promise<void>[]> {
  const shop = new URL(`http://${siteHost}/tickets`);
  const sitePort = Number(shop.port) || PORT_OF_HTTP;
  const dial = (port: number) => (port === sitePort ? site : port);
  // Wherever somebody is sent, no request leaves for the customer's own site.
  const room = new URL(waitingRoomOrigin).host;
  const hosts = new Set([shop.host, room]);
  const onAnswer = (url: URL, ms: number) => {
    if (url.host === room && !url.pathname.endsWith(HELD_BACK)) tally.noteAnswer(ms);
  };
  const world = {
    shop,
    signal: home,
    isDisturbed: () => false,
    onLine: () => {},
    onDisturbedError: () => {},
  };
  const visits: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; index < plan.people && !home.aborted; index += 1) {
    const dueAtMs = startedAtMs + (1_000 * plan.arriveSeconds * index) / plan.people;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    const seen = newObservation(!isNoShow(index, plan.noShowPercent / 100), performance.now());
    observations.push(seen);
    visits.push(visit(world, seen, new HttpClient({ dial, hosts, onAnswer })));
  }
  return visits;
}

/** Spread evenly, so that the share holds for every stretch of the line. */
function isNoShow(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}
