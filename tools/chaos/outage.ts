import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import { newDisturbance, secondsUntilAdmitting } from "./aftermath";
import { type AofCopies, copyAppendOnlyFolder, loseSeconds } from "./aof-copies";
import { Browser } from "./browser";
import { type Cluster, onCluster, type Scenario, type Stage } from "./cluster";
import type { Guest } from "./guests";
import { openSale, type Sale } from "./sale";
import { figuresOf, LOSSES, mostOf, pick, sayErrors } from "./sale-figures";

/** So many come in before the fault as well as after it. */
const PLACES = 220;
const EVENT = { outflowPerMinute: 240, queueAll: true };
/** Copies of places that were used so shortly before the fault are shown again after it. */
const STOLEN_MS = 8_000;
const WORST = [...LOSSES, "recoverySeconds", "visitorErrors"] as const;

/** Redis is killed amid two crowds, one under a cap and one that buys a stock, and comes back from an old copy. */
export function outagesOf(downs: readonly number[]): Scenario {
  return onCluster({ rooms: 2, workers: 1 }, async (stage) => {
    const copies = await copyAppendOnlyFolder(stage.cluster.stack);
    const figures: Record<string, Awaited<ReturnType<typeof runOne>>> = {};
    for (const seconds of downs) {
      const one = await runOne(stage, copies, seconds);
      figures[seconds] = one;
      stage.say(`Down for ${seconds} s: ${JSON.stringify(one)}`);
    }
    await copies.close();
    return { ...mostOf(Object.values(figures), WORST), downs: figures };
  });
}

async function runOne({ cluster, visitors, say }: Stage, copies: AofCopies, seconds: number) {
  const disturbance = newDisturbance();
  const capped = { ...EVENT, eventId: `down${seconds}cap`, activeCap: PLACES };
  const stocked = { ...EVENT, eventId: `down${seconds}stock` };
  const crowds = [
    crowdOf(await openSale(cluster, capped, { disturbance })),
    crowdOf(await openSale(cluster, stocked, { disturbance, stock: PLACES })),
  ];
  const count = Math.round(visitors / crowds.length);
  for (const { guests, keepPlace } of crowds)
    void guests.send({ count, perSecond: count / 40, onSent: keepPlace });
  await sleep(14_000);
  const { killedAtMs, recovered } = await disturbance.during(async () => {
    const killedAtMs = await loseSeconds(cluster.stack, copies, seconds, say);
    const within = { withinMs: 60_000, say };
    const backAtMs = performance.now();
    const recovering = crowds.map(({ guests }) =>
      secondsUntilAdmitting(guests.seen, backAtMs, within),
    );
    return { killedAtMs, recovered: await Promise.all(recovering) };
  });
  const shown = await Promise.all(crowds.map((crowd) => showAgain(cluster, crowd, killedAtMs)));
  await Promise.all(crowds.map(({ untilIn }) => untilIn(PLACES, 120_000)));
  await sleep(10_000);
  const ended = await Promise.all(crowds.map(({ end }) => end()));
  for (const { seen } of ended) sayErrors(seen, say);
  const figures = figuresOf(ended);
  const tokens = shown.flat();
  const excess = ["admittedWhileFull", "soldMoreThanStock", "admissions", "unsold"] as const;
  return {
    ...pick(figures, [...LOSSES, ...excess, "visitorErrors"]),
    doubleAdmissions: figures.doubleAdmissions + tokens.filter((token) => token !== null).length,
    recoverySeconds: Math.max(...recovered),
    placesShownAgain: tokens.length,
  };
}

type Crowd = ReturnType<typeof crowdOf>;

/** With the place that each browser got when it joined, as somebody might have copied it. */
function crowdOf(sale: Sale) {
  const places = new Map<Guest, HttpClient>();
  const keep = async (guest: Guest) => {
    const { seen, client } = guest;
    const hasNumber = () => seen.numbers.length > 0;
    await until("there is a number", hasNumber, 300_000).catch(() => undefined);
    if (seen.tokenSeconds.length === 0) places.set(guest, client.copy());
  };
  return { ...sale, places, keepPlace: (guest: Guest) => void keep(guest) };
}

/** Who copied the place of somebody who was let in before the fault tries it with a claim of their own. */
function showAgain({ stack }: Cluster, { event, guests, places }: Crowd, killedAtMs: number) {
  const stolen = guests.all.flatMap((guest) => {
    const beforeMs = killedAtMs - (guest.seen.admittedAtMs ?? Number.POSITIVE_INFINITY);
    return beforeMs > 0 && beforeMs < STOLEN_MS ? (places.get(guest) ?? []) : [];
  });
  const thieves = stolen.map((client) => new Browser(stack.urls.waitingRoom, event, client));
  return Promise.all(thieves.map((thief) => thief.enter(newClaim(), 5_000)));
}
