import { randomBytes } from "node:crypto";
import { makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { eventKeys } from "@/lib/line/keys";
import { readFields } from "@/lib/line/read-fields";
import { sleep, until } from "../shared/time";
import { type AofCopies, copyAppendOnlyFolder } from "./aof-copies";
import { type Cluster, startCluster } from "./cluster";
import { compareFigures } from "./figures-compared";
import type { FiguresStore } from "./figures-store";
import { type FiguresScene, type FiguresVisitor, type Told, visitAndTell } from "./figures-visitor";
import { inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { untilStarted } from "./started";

const EVENT = {
  eventId: "figuresale",
  outflowPerMinute: 900,
  queueAll: true,
  lineLimit: 120,
  lanes: {
    mode: "weighted",
    defaultLane: "main",
    lanes: [
      { key: "main", name: "Main line", weight: 70, fromRelativeQuality: null },
      { key: "friends", name: "Friends", weight: 30, fromRelativeQuality: null },
    ],
  },
} as const;
const VISITORS = 1_500;
const PER_SECOND = 18;
const FRIENDS = VISITORS / 5;
const NEWCOMERS_AFTER_THE_END = 25;
const OLD_MS = 2_000;
const ALL_DONE_MS = 300_000;
const STORED_MS = 60_000;

/** A crowd counts what it is told while workers die and both databases stop; the figures say the same. */
export const runFigures: Scenario = async ({ say }) => {
  const cluster = await startCluster({ rooms: 2, workers: 2, say });
  const copies = await copyAppendOnlyFolder(cluster.stack);
  const event = await cluster.open(EVENT);
  const { openFiguresStore } = await import("./figures-store");
  const store = openFiguresStore(cluster.events.context);
  const codes = await friendsCodes(cluster, store);
  const { newClient, page } = inviteGuests(cluster, event);
  const told: Told = new Map();
  const scene: FiguresScene = { cluster, event, page, newClient, told, absent: [] };
  const faults = makeFaults(cluster, copies, say);
  const visits: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; index < VISITORS; index += 1) {
    await sleep(startedAtMs + (index / PER_SECOND) * 1_000 - performance.now());
    visits.push(visitAndTell(scene, visitorOf(index, codes)));
  }
  await faults;
  say("Everybody has come; waiting until all are in");
  await within("all visitors are done", Promise.all(visits), ALL_DONE_MS);
  await countNoShows(scene);
  await store.stop(EVENT.eventId);
  await refuseNewcomers(scene);
  const compared = await compareUntilEqual(store, told);
  const minutesApart = await store.minutesApart(EVENT.eventId);
  const rowBytes = await store.rowBytes();
  await copies.close();
  await cluster.close();
  for (const { name, observed, rolledUp } of compared.different)
    say(`${name}: ${observed} observed, ${rolledUp} rolled up`);
  return {
    observed: { all: compared.observed },
    rolledUp: { all: compared.rolledUp },
    differences: compared.different.length,
    minutesApart,
    rowBytes,
    visitors: VISITORS + NEWCOMERS_AFTER_THE_END,
  };
};

/** Codes to the lane of friends, and the line knows them. */
async function friendsCodes({ redis, stack }: Cluster, store: FiguresStore): Promise<string[]> {
  const codes = await store.codes(EVENT.eventId, "friends", FRIENDS);
  const named = { customerId: stack.demo.customerId, eventId: EVENT.eventId };
  const event = await untilStarted(redis, named);
  await until("the line knows the codes", async () => {
    return (await redis.hlen(eventKeys(event).codes)) > codes.length;
  });
  return codes;
}

/** Every fifth is a friend, every eleventh types a wrong code, every fourth of the others joins and goes. */
function visitorOf(index: number, codes: readonly string[]): FiguresVisitor {
  const isPresent = index % 4 !== 1;
  if (index % 5 === 0) return { isPresent, code: codes[index / 5] ?? "" };
  if (index % 11 !== 0) return { isPresent, code: null };
  const [unknown = ""] = makeAccessCodes(1, randomBytes);
  return { isPresent, code: index % 2 === 0 ? unknown : "NO CODE" };
}

async function makeFaults(
  { stack, workers, restart }: Cluster,
  copies: AofCopies,
  say: (line: string) => void,
): Promise<void> {
  const startedAtMs = performance.now();
  const at = async (seconds: number, name: string, make: () => Promise<void>) => {
    await sleep(startedAtMs + seconds * 1_000 - performance.now());
    say(`Fault: ${name}`);
    await make();
  };
  const away = async (name: "redis" | "postgres" | "worker", seconds: number) => {
    await stack.stop(name, "SIGKILL");
    await sleep(seconds * 1_000);
    await stack.start(name);
  };
  await at(8, "kill -9 of both workers", () => restart(workers, "SIGKILL"));
  await at(16, "kill -9 of Redis, away for 4 s", () => away("redis", 4));
  await at(28, "kill -9 of Postgres, away for 8 s", () => away("postgres", 8));
  await at(42, "Redis from a copy two seconds old, and a worker killed", async () => {
    const copy = copies.olderThan(OLD_MS);
    await Promise.all([stack.restartRedisFrom(copy), restart(workers.slice(1), "SIGKILL")]);
  });
  await at(56, "kill -9 of a worker, away for 6 s", () => away("worker", 6));
  await at(68, "kill -9 of both workers again", () => restart(workers, "SIGKILL"));
}

/** Those who joined and went are no-shows once their numbers were passed. */
async function countNoShows({ cluster, event, absent, told }: FiguresScene): Promise<void> {
  const { line } = eventKeys(event);
  await sleep(10_000);
  const fields = await cluster.redis.hmget(line, "serving", "serving.1");
  const serving = fields.map(Number);
  for (const { lane, number } of absent) {
    if (number > (serving[lane] ?? 0)) continue;
    told.set(`no-shows.${lane}`, 1 + (told.get(`no-shows.${lane}`) ?? 0));
  }
}

/** The event has stopped, and every waiting room knows. */
async function refuseNewcomers(scene: FiguresScene): Promise<void> {
  const { cluster, event } = scene;
  const { line } = eventKeys(event);
  await until("the line has stopped", async () => {
    const { status } = await readFields(cluster.redis, "line", line, ["status"]);
    return status === "stopped";
  });
  await sleep(2_000);
  const late = Array.from({ length: NEWCOMERS_AFTER_THE_END }, () =>
    visitAndTell(scene, { isPresent: true, code: null }),
  );
  await within("all newcomers are refused", Promise.all(late), 30_000);
}

/** What was told last is on its way for a few seconds. */
async function compareUntilEqual(store: FiguresStore, told: Told) {
  const compare = async () => compareFigures(told, await store.rolledUp(EVENT.eventId));
  await until(
    "the figures say the same",
    async () => (await compare()).different.length === 0,
    STORED_MS,
  ).catch(() => undefined);
  return compare();
}

async function within(what: string, done: Promise<unknown>, ms: number): Promise<void> {
  let isDone = false;
  const finished = done.then(() => {
    isDone = true;
  });
  await until(what, () => isDone, ms);
  await finished;
}
