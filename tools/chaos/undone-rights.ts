import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import type { EventRef } from "@/lib/line/keys";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";
import { secondsUntilAdmitting } from "./aftermath";
import { copyAppendOnlyFolder, loseSeconds, OLD_MS } from "./aof-copies";
import { type Browser, newBrowser, type RoomAnswer } from "./browser";
import { type Cluster, makeCodes, onCluster } from "./cluster";
import { atPace } from "./pace";
import { openSale } from "./sale";
import { figuresOf, LOSSES, pick } from "./sale-figures";

const EVENT = { eventId: "undonerights", outflowPerMinute: 600, queueAll: true };
/** Redis comes back from an old copy: once, and three times in a row. */
const TIMES = [1, 3];
/** One right is used every 60 ms, so that some of each kind are used in the seconds that are undone. */
const USED_PER_SECOND = 1_000 / 60;
const GUESTS = { count: 300, perSecond: 10 };

/** Rights are used while Redis loses two seconds, once and three times in a row; then strangers try each of them again. */
export const runUndoneRights = onCluster({ rooms: 2, workers: 1 }, async ({ cluster, say }) => {
  const sale = await openSale(cluster, EVENT);
  const { event, guests, disturbance } = sale;
  const rights = await makeRights(cluster, event, 300);
  const copies = await copyAppendOnlyFolder(cluster.stack);
  void guests.send(GUESTS);
  let isStopped = false;
  // One right after the other, of each kind in turn.
  const using = atPace(USED_PER_SECOND, async (index) => rights[index]?.use(() => isStopped));
  const lostAtMs: number[] = [];
  const recoveries: number[] = [];
  for (const times of TIMES) {
    await sleep(4_000);
    const recovery = await disturbance.during(async () => {
      for (let loss = 1; loss <= times; loss += 1) {
        if (loss > 1) await sleep(3_000);
        lostAtMs.push(await loseSeconds(cluster.stack, copies, 0, say));
      }
      return secondsUntilAdmitting(guests.seen, performance.now(), { withinMs: 60_000, say });
    });
    recoveries.push(recovery);
  }
  isStopped = true;
  await using.end();
  const { undone, ...twice } = await tryAgain(rights, lostAtMs);
  say(`Of the undone seconds: ${JSON.stringify(undone)}`);
  await sale.untilIn(GUESTS.count, 120_000);
  const figures = figuresOf([await sale.end()]);
  await copies.close();
  return {
    ...pick(figures, [...LOSSES, "visitorErrors", "admissions"]),
    recoverySeconds: Math.max(...recoveries),
    ...twice,
    ...undone,
  };
});

async function tryAgain(rights: readonly Right[], lostAtMs: readonly number[]) {
  const used = rights.filter(({ usedAtMs }) => usedAtMs !== null);
  const isUndone = ({ usedAtMs }: Right) =>
    lostAtMs.some((at) => usedAtMs !== null && usedAtMs <= at && usedAtMs > at - OLD_MS);
  const twice = await Promise.all(used.map(async (right) => (await right.isGoodAgain()) && right));
  const good = twice.filter((right) => right !== false);
  const movesUndone = good.filter(({ kind }) => kind === "moves").length;
  const ofKind = (kind: Kind) =>
    [`${kind}InUndone`, used.filter((one) => one.kind === kind && isUndone(one)).length] as const;
  const undone = Object.fromEntries(KINDS.map(ofKind));
  return { rightsUsedTwice: good.length - movesUndone, movesUndone, undone };
}

/** Access codes, one-use enqueue tokens, enqueue tokens with a person's key, and codes for another device. */
const KINDS = ["codes", "tokens", "keys", "moves"] as const;
type Kind = (typeof KINDS)[number];

type Right = {
  readonly kind: Kind;
  /** When the visitor heard that it was, by `performance.now()`; null before. */
  readonly usedAtMs: number | null;
  /** Uses it; asks again where no answer came, until that is stopped. */
  use(isStopped: () => boolean): Promise<void>;
  /** Whether it leads somebody else in as well; of a move, whether the device before still has the place. */
  isGoodAgain(): Promise<boolean>;
};

/** So many rights of each kind, in turn. What has to be there before they are used is there. */
async function makeRights(cluster: Cluster, event: EventRef, count: number) {
  const browser = () => newBrowser(cluster, event);
  const all: Right[] = [];
  for (const code of await makeCodes(cluster, event, count, null)) {
    all.push(byJoining(browser, "codes", () => ({ code })));
    const once = { enqueueToken: enqueueToken(cluster, event) };
    all.push(byJoining(browser, "tokens", () => once));
    const key = crypto.randomUUID();
    // The site makes a token for the same person each time.
    const ofPerson = () => ({ enqueueToken: enqueueToken(cluster, event, key) });
    all.push(byJoining(browser, "keys", ofPerson));
    all.push(await byMoving(browser));
  }
  return all;
}

function enqueueToken({ stack }: Cluster, { customerId, eventId }: EventRef, key?: string): string {
  const nowMs = Date.now();
  const fields = {
    ...{ customerId, eventId, key, tokenIdentifier: crypto.randomUUID() },
    ...{ issuedAtMs: nowMs, expiresAtMs: nowMs + 3_600_000 },
  };
  return makeEnqueueToken(fields, stack.demo.secret, enqueueTokenCrypto);
}

/** Asks until there is an answer that means something. What may be stopped comes to nothing without one. */
async function ask(
  browser: Browser,
  step: "join" | "enter" | "move",
  form: Readonly<Record<string, string>>,
  isStopped: (() => boolean) | null = null,
): Promise<RoomAnswer["body"]> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (attempt > 0 && isStopped?.()) return {};
    const { status, body } = await browser.ask(step, form);
    if (status > 0 && status < 500) return body;
    await sleep(500);
  }
  if (isStopped !== null) return {};
  throw new Error("The waiting room does not answer.");
}

function byJoining(newOne: () => Browser, kind: Kind, credential: () => Record<string, string>) {
  const [holder, joinId] = [newOne(), newClaim()];
  const use = (isStopped: () => boolean) =>
    ask(holder, "join", { joinId, ...credential() }, isStopped);
  return rightOf(kind, use, async (number) => {
    const form = { joinId: newClaim(), ...credential() };
    const { number: got } = await ask(newOne(), "join", form);
    return got !== undefined && got !== number;
  });
}

async function byMoving(newOne: () => Browser): Promise<Right> {
  const [before, after] = [newOne(), newOne()];
  await ask(before, "join", { joinId: newClaim() });
  const code = String((await ask(before, "move", { make: "1" }))["code"] ?? "");
  const use = (isStopped: () => boolean) => ask(after, "move", { code }, isStopped);
  return rightOf("moves", use, async () => {
    const { status } = await ask(before, "enter", { claim: newClaim() });
    return status !== "moved";
  });
}

function rightOf(
  kind: Kind,
  use: (isStopped: () => boolean) => Promise<RoomAnswer["body"]>,
  isGoodBeside: (number: unknown) => Promise<boolean>,
): Right {
  let number: unknown;
  let usedAtMs: number | null = null;
  return {
    kind,
    get usedAtMs() {
      return usedAtMs;
    },
    async use(isStopped) {
      ({ number } = await use(isStopped));
      if (number !== undefined) usedAtMs = performance.now();
    },
    isGoodAgain: () => isGoodBeside(number),
  };
}
