import { sleep } from "../shared/time";
import { copyAppendOnlyFolder } from "./aof-copies";
import { onCluster } from "./cluster";
import { type Fault, kill, oldRedis, oldRedisTwice } from "./faults";
import type { Guest } from "./guests";
import { follow } from "./pace";
import { openSale } from "./sale";
import { figuresOf, pick, sayErrors, seatsOf } from "./sale-figures";

const TIMES = { sessionMinutes: 1, queueTokenValiditySeconds: 30 };
const EVENT = { eventId: "capsale", outflowPerMinute: 600, ...TIMES };
const ARRIVALS_PER_SECOND = 6;
const ABSENT_EVERY = 5;
const GIVEN_BACK = 0.25;

export const runCap = onCluster({ rooms: 4, workers: 2 }, async (stage) => {
  const { cluster, seconds, say } = stage;
  const { watch, disturbance, guests, known, leave, end } = await openSale(cluster, EVENT);
  const copies = await copyAppendOnlyFolder(cluster.stack);
  const isPresent = (index: number) => index % ABSENT_EVERY !== 0;
  const onSent = (guest: Guest) => {
    if (Math.random() < GIVEN_BACK) void leave(guest, 60_000);
  };
  const send = (count: number, perSecond: number) =>
    void guests.send({ count, perSecond, isPresent, onSent });
  const onSite = () => {
    const nowMs = watch.lineTimeOf(performance.now());
    return seatsOf(watch.admissions, known).filter(({ endsAtMs }) => endsAtMs > nowMs).length;
  };
  const startedAtMs = performance.now();
  send(seconds * ARRIVALS_PER_SECOND, ARRIVALS_PER_SECOND);
  const set = (change: Change) => cluster.events.change({ eventId: EVENT.eventId, ...change });
  // In proportion to those on the site, so that it is reached on a slow machine as on a fast one.
  const capFor = (share: number) => set({ activeCap: Math.max(1, Math.round(share * onSite())) });
  const changes = changesOf(set, capFor, (count) => send(count, 200));
  const faults = FAULTS.map(({ at, name, make }) => ({
    ...{ at, name },
    // Requests may fail while it happens and shortly afterwards.
    make: () => disturbance.during(async () => make({ cluster, copies })),
  }));
  const agenda = [...changes, ...faults].toSorted((one, other) => one.at - other.at);
  await follow(agenda, seconds * 1_000, async ({ at, name, make }) => {
    say(`${Math.round(at * seconds)} s: ${name}; ${watch.admissions.length} admitted so far`);
    await make();
  });
  await sleep(startedAtMs + seconds * 1_000 - performance.now());
  const ended = await end();
  sayErrors(ended.seen, say);
  await copies.close();
  const names = ["admissions", "admissionsUnderCap", "visitors", "visitorErrors"] as const;
  return pick(figuresOf([ended]), ["maxSlidingRatio", "maxActiveRatio", ...names]);
});

type Change = { readonly outflowPerMinute?: number; readonly activeCap?: number | null };

/** What tempts the line into letting too many in, by the share of the scenario's time that has passed by then. */
const changesOf = (
  set: (change: Change) => Promise<void>,
  capFor: (share: number) => Promise<void>,
  spike: (count: number) => void,
) => [
  { at: 0.01, name: "spike of 3,000", make: () => spike(3_000) },
  { at: 0.22, name: "outflow 600 → 1,500", make: () => set({ outflowPerMinute: 1_500 }) },
  { at: 0.46, name: "outflow 1,500 → 300", make: () => set({ outflowPerMinute: 300 }) },
  { at: 0.5, name: "outflow 300 → 900", make: () => set({ outflowPerMinute: 900 }) },
  { at: 0.52, name: "active cap none → 1.6 × those on the site", make: () => capFor(1.6) },
  { at: 0.68, name: "active cap → 1.8 × those on the site", make: () => capFor(1.8) },
  { at: 0.69, name: "spike of 600", make: () => spike(600) },
  { at: 0.72, name: "outflow 900 → 2,400", make: () => set({ outflowPerMinute: 2_400 }) },
  { at: 0.84, name: "active cap → none", make: () => set({ activeCap: null }) },
  { at: 0.89, name: "active cap none → 0.9 × those on the site", make: () => capFor(0.9) },
  { at: 0.91, name: "outflow 2,400 → 600", make: () => set({ outflowPerMinute: 600 }) },
];

const ROOMS = ["waiting-room", "waiting-room-2", "waiting-room-3", "waiting-room-4"];
const FAULTS: readonly Fault[] = [
  { at: 0.08, name: "kill -9 of a waiting room", make: kill("waiting-room-2") },
  { at: 0.14, name: "kill -9 of both workers", make: kill("worker", "worker-2") },
  {
    at: 0.27,
    name: "kill -9 of two waiting rooms",
    make: kill("waiting-room-3", "waiting-room-4"),
  },
  { at: 0.32, name: "kill -9 of Redis", make: kill("redis") },
  { at: 0.42, name: "Redis from a copy two seconds old", make: oldRedis() },
  { at: 0.545, name: "the same, and a waiting room killed", make: oldRedis("waiting-room") },
  { at: 0.585, name: "Redis from an old copy twice within five seconds", make: oldRedisTwice },
  { at: 0.77, name: "Redis from an old copy, all rooms killed", make: oldRedis(...ROOMS) },
  {
    at: 0.95,
    name: "graceful restart of a waiting room and a worker",
    make: ({ cluster }) => cluster.restart(["waiting-room-2", "worker"], "SIGTERM"),
  },
];
