import { randomBytes } from "node:crypto";
import { db } from "@/lib/db/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { type Happened, raise } from "@/lib/services/ground/raise";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { round } from "@/simulation/statistics";
import { freePort, type Served } from "../../shared/serve";
import { sleep, until } from "../../shared/time";
import { onCluster, type Stage } from "../cluster";
import { percentile } from "../loads";
import { paced } from "../pace";
import { MANNERS, Receiver } from "./receiver";

/** What happens: at a hundred events, so many times a second; more, and two cores are the limit, not what others do. */
const EVENTS = 100;
const PER_SECOND = 50;
const PHASES = { undisturbed: 3_000, disturbed: 5_000, killing: 2_500 } as const;
/** Of the first of these phases: programs are slower until they have run for a while. */
const WARM_UP = 1_000;
/** All others go to the good receiver only. */
const SHARE_OF_EACH = 50;
/** Of a process that shares two cores with everything that it measures. */
const PATIENT = { maxWait: 60_000, timeout: 60_000 } as const;
const KILLS = 2;
const DOWN_MS = 20_000;
/** The third attempt of what failed twice comes half a minute after the second. */
const PATIENCE_MS = 180_000;

/** What each receiver wants to be told of; the good one of everything. */
const WANTED = {
  slow: "event.message_changed",
  half: "event.queue_all_changed",
  cut: "event.soft_block_changed",
  down: "event.resumed",
} as const satisfies Readonly<Record<string, DomainEventType>>;
const TYPES: readonly DomainEventType[] = Object.values(WANTED);

/**
 * Five receivers of one customer, of which four are slow, fail, close in the middle or are down; 10,500 happenings, and two
 * workers of which one is killed, twice.
 */
export const runWebhooks = onCluster({ rooms: 1, workers: 2 }, async (stage) => {
  const { cluster, say } = stage;
  const raised = new Map<number, DomainEventType>();
  const good = new Receiver(MANNERS.good);
  const served = [await good.listen()];
  good.secret = await subscribe(stage, { port: served[0]?.port ?? 0, types: null });
  say("One receiver, which takes everything");
  const alone = await happen(stage, PHASES.undisturbed, raised);
  await until("all of it has arrived", () => hasAll(good, alone), PATIENCE_MS);
  const bad = await troubleOthers(stage, served);
  say("The same with four more that are slow, fail, close in the middle or are down");
  const beside = await happen(stage, PHASES.disturbed, raised);
  say("One of two workers is killed, twice");
  const killing = killWorkers(cluster);
  await happen(stage, PHASES.killing, raised);
  await killing;
  await until("all of it has arrived", () => hasAll(good, [...raised.keys()]), PATIENCE_MS);
  for (const [name, receiver] of Object.entries(bad)) {
    const wanted = numbersOf(raised, name, PHASES.undisturbed);
    await until(`${name} has all of it`, () => hasAll(receiver, wanted), PATIENCE_MS).catch(() =>
      say(`${name} still lacks some`),
    );
  }
  await Promise.all(served.map(({ close }) => close()));
  const figures = figuresOf({ good, ...bad }, raised);
  const undisturbedP95Ms = p95(good, alone.slice(WARM_UP));
  const delayedByOthersP95Ms = p95(good, beside);
  return {
    ...figures,
    ...{ undisturbedP95Ms, delayedByOthersP95Ms, kills: KILLS },
    delayedByOthersP95Ratio: round(delayedByOthersP95Ms / undisturbedP95Ms, 3),
  };
});

type Wish = { readonly port: number; readonly types: readonly DomainEventType[] | null };

/** Answers the secret of a new endpoint. */
async function subscribe({ cluster }: Stage, { port, types }: Wish): Promise<string> {
  const url = `http://127.0.0.1:${port}/`;
  const chosen = types?.filter((type) => type !== "webhook.test") ?? null;
  const wish = { name: `On ${port}`, url, types: chosen };
  return (await createWebhook(cluster.events.context, wish)).secret;
}

type Bad = Readonly<Record<keyof typeof WANTED, Receiver>>;

async function troubleOthers(stage: Stage, served: Served[]): Promise<Bad> {
  const bad: Bad = {
    ...{ slow: new Receiver(MANNERS.slow), half: new Receiver(MANNERS.half) },
    ...{ cut: new Receiver(MANNERS.cut), down: new Receiver(MANNERS.good) },
  };
  for (const name of ["slow", "half", "cut"] as const) {
    const one = await bad[name].listen();
    served.push(one);
    bad[name].secret = await subscribe(stage, { port: one.port, types: [WANTED[name]] });
  }
  const port = await freePort();
  bad.down.secret = await subscribe(stage, { port, types: [WANTED.down] });
  void sleep(DOWN_MS).then(async () => served.push(await bad.down.listen(port)));
  return bad;
}

/** Raises so many, each at the next event, and answers their numbers. */
async function happen(
  { cluster }: Stage,
  count: number,
  raised: Map<number, DomainEventType>,
): Promise<number[]> {
  const { customer, actor } = cluster.events.context;
  const numbers: number[] = [];
  const running: Promise<unknown>[] = [];
  for await (const _ of paced(count, PER_SECOND)) {
    const n = raised.size;
    const type = TYPES[n % SHARE_OF_EACH] ?? "event.changed";
    raised.set(n, type);
    numbers.push(n);
    // Each type at all events in turn.
    const id = `sale${(n + Math.floor(n / SHARE_OF_EACH)) % EVENTS}`;
    const happened: Happened = {
      ...{ type, event: { id, name: id }, summary: `${n}`, data: { n } },
      by: { type: "stanchion", name: actor.name },
    };
    running.push(db().$transaction((tx) => raise(tx, customer.id, happened), PATIENT));
  }
  await Promise.all(running);
  return numbers;
}

async function killWorkers({ restart, workers }: Stage["cluster"]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(8_000 + (randomBytes(1)[0] ?? 0) * 10);
    await restart([workers[kill % workers.length] ?? "worker"], "SIGKILL");
  }
}

function numbersOf(
  raised: ReadonlyMap<number, DomainEventType>,
  name: string,
  from: number,
): number[] {
  const wanted: Readonly<Record<string, string>> = WANTED;
  return [...raised].flatMap(([n, type]) => (n >= from && type === wanted[name] ? [n] : []));
}

function hasAll({ taken }: Receiver, numbers: readonly number[]): boolean {
  return numbers.every((n) => taken.has(n));
}

function p95({ taken }: Receiver, numbers: readonly number[]): number {
  return percentile(
    numbers.flatMap((n) => taken.get(n) ?? []),
    0.95,
  );
}

function figuresOf(
  receivers: Readonly<Record<string, Receiver>>,
  raised: Map<number, DomainEventType>,
) {
  const sum = (of: (receiver: Receiver) => number) =>
    Object.values(receivers).reduce((total, receiver) => total + of(receiver), 0);
  const lost = Object.entries(receivers).map(([name, { taken }]) => {
    const wanted =
      name === "good" ? [...raised.keys()] : numbersOf(raised, name, PHASES.undisturbed);
    return wanted.filter((n) => !taken.has(n)).length;
  });
  return {
    happened: raised.size,
    lost: lost.reduce((total, one) => total + one, 0),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder),
    unsigned: sum(({ unsigned }) => unsigned),
    requests: sum(({ requests }) => requests),
    delivered: sum(({ taken }) => taken.size),
  };
}
