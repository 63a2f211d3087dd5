import { randomBytes } from "node:crypto";
import { makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { eventKeys } from "@/lib/line/keys";
import { stopEvent } from "@/lib/services/event/control/stop";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import { copyAppendOnlyFolder } from "./aof-copies";
import { type Browser, newBrowser, tokenOf } from "./browser";
import { makeCodes, onCluster } from "./cluster";
import { away, type Fault, kill, oldRedis } from "./faults";
import { compareFigures, openFiguresStore } from "./figures-store";
import { follow, paced } from "./pace";

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

const FAULTS: readonly Fault[] = [
  { at: 8, name: "kill -9 of both workers", make: kill("worker", "worker-2") },
  { at: 16, name: "kill -9 of Redis, away for 4 s", make: away("redis", 4) },
  { at: 28, name: "kill -9 of Postgres, away for 8 s", make: away("postgres", 8) },
  {
    at: 42,
    name: "Redis from a copy two seconds old, and a worker killed",
    make: oldRedis("worker-2"),
  },
  { at: 56, name: "kill -9 of a worker, away for 6 s", make: away("worker", 6) },
  { at: 68, name: "kill -9 of both workers again", make: kill("worker", "worker-2") },
];

export const runFigures = onCluster({ rooms: 2, workers: 2 }, async ({ cluster, say }) => {
  const { context } = cluster.events;
  const copies = await copyAppendOnlyFolder(cluster.stack);
  const event = await cluster.open(EVENT);
  const { line } = eventKeys(event);
  const store = openFiguresStore(context, EVENT.eventId);
  const codes = await makeCodes(cluster, event, VISITORS / 5, "friends");
  const told = new Map<string, number>();
  const tell = (figure: string) => void told.set(figure, 1 + (told.get(figure) ?? 0));
  const absent: Place[] = [];
  const scene = { newBrowser: () => newBrowser(cluster, event), tell, absent };
  const faults = follow(FAULTS, 1_000, async ({ name, make }) => {
    say(`Fault: ${name}`);
    await make({ cluster, copies });
  });
  const visits: Promise<void>[] = [];
  for await (const index of paced(VISITORS, 18)) visits.push(visit(scene, visitorOf(index, codes)));
  await faults;
  say("Everybody has come; waiting until all are in");
  await within("all visitors are done", Promise.all(visits), 300_000);
  // Those who joined and went are no-shows once their numbers were passed.
  await sleep(10_000);
  const serving = (await cluster.redis.hmget(line, "serving", "serving.1")).map(Number);
  for (const { lane, number } of absent)
    if (number <= (serving[lane] ?? 0)) tell(`no-shows.${lane}`);
  await stopEvent(context, { eventId: EVENT.eventId });
  const hasStopped = async () => (await cluster.redis.hget(line, "status")) === "stopped";
  await until("the line has stopped", hasStopped);
  // And every waiting room knows.
  await sleep(2_000);
  const newcomer = { isPresent: true, code: null };
  const late = Array.from({ length: 25 }, () => visit(scene, newcomer));
  await within("all newcomers are refused", Promise.all(late), 30_000);
  // What was told last is on its way for a few seconds.
  const compare = async () => compareFigures(told, await store.rolledUp());
  const areEqual = async () => (await compare()).different.length === 0;
  await until("the figures say the same", areEqual, 60_000).catch(() => undefined);
  const compared = await compare();
  await copies.close();
  for (const { name, observed, rolledUp } of compared.different)
    say(`${name}: ${observed} observed, ${rolledUp} rolled up`);
  return {
    observed: { all: compared.observed },
    differences: compared.different.length,
    minutesApart: await store.minutesApart(),
  };
});

/** Every fifth is a friend, every eleventh types a wrong code, every fourth of the others joins and goes. */
function visitorOf(index: number, codes: readonly string[]): Visitor {
  const isPresent = index % 4 !== 1;
  if (index % 5 === 0) return { isPresent, code: codes[index / 5] ?? "" };
  if (index % 11 !== 0) return { isPresent, code: null };
  const [unknown = ""] = makeAccessCodes(1, randomBytes);
  return { isPresent, code: index % 2 === 0 ? unknown : "NO CODE" };
}

async function within(what: string, done: Promise<unknown>, ms: number): Promise<void> {
  const late = sleep(ms).then(() => {
    throw new Error(`Waited in vain until ${what}.`);
  });
  await Promise.race([done, late]);
}

const RETRY_MS = 700;
const NO_ANSWER: readonly number[] = [0, 500, 502, 503, 504];
/** Refusals for good, by the status or the error code that the page gets, and as what they are counted. */
const REFUSAL_OF: Readonly<Record<string, string>> = {
  closed: "refused-ended",
  "code-unknown": "refused-code",
  "code-mistyped": "refused-code",
  "code-guesses": "refused-guesses",
};

type Place = { readonly lane: number; readonly number: number };
/** One who is not present joins and never comes back. */
type Visitor = { readonly isPresent: boolean; readonly code: string | null };
type Scene = {
  readonly newBrowser: () => Browser;
  /** Notes that somebody in the crowd was told something, by figure; those of a lane as `figure.lane`. */
  readonly tell: (figure: string) => void;
  readonly absent: Place[];
};

/** Notes every answer; a request without an answer is sent again and was told nothing. */
async function visit({ newBrowser, tell, absent }: Scene, { isPresent, code }: Visitor) {
  const browser = newBrowser();
  while (NO_ANSWER.includes((await browser.page()).status)) await sleep(RETRY_MS);
  tell("arrivals");
  const place = await join(browser, tell, {
    joinId: newClaim(),
    ...(code === null ? {} : { code }),
  });
  if (place === null) return;
  if (!isPresent) return void absent.push(place);
  const claim = newClaim();
  for (;;) {
    await browser.ask("near", {});
    const { body } = await browser.ask("enter", { claim });
    if (tokenOf(body["redirectUrl"]) !== null) return tell(`admitted-queue.${place.lane}`);
    await sleep(Math.min(2 * RETRY_MS, Number(body["retryAfterMs"]) || RETRY_MS));
  }
}

async function join(browser: Browser, tell: Scene["tell"], form: Readonly<Record<string, string>>) {
  for (;;) {
    const { status, body } = await browser.ask("join", form);
    if (body["status"] === "waiting") {
      const { lane }: { lane?: unknown } = Object(body["line"]);
      tell(`joins.${Number(lane)}`);
      return { lane: Number(lane), number: Number(body["number"]) };
    }
    if (body["status"] === "full") tell("refused-full");
    const refusal = REFUSAL_OF[String(body["status"])] ?? REFUSAL_OF[String(body["code"])];
    if (refusal !== undefined) {
      tell(refusal);
      return null;
    }
    await sleep(status === 200 ? 2 * RETRY_MS : RETRY_MS);
  }
}
