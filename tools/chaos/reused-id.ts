import { db } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { setLimit } from "@/lib/line/commands/limits";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { LIMIT_FIELDS } from "@/lib/line/limit-fields";
import { stopEvent } from "@/lib/services/event/control/stop";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import { type Browser, newBrowser } from "./browser";
import { type Cluster, onCluster, type Stage } from "./cluster";

const eventId = "yearlysale";
const EVENT = { eventId, outflowPerMinute: 600, queueAll: true, protection: null };
const TIMES = 2;
/** Rooms look at their lines twice a second, and forget one a minute after nobody asks. */
const WATCHED_MS = 15_000;
/** After a deletion the worker leaves the rest of an event for five minutes. */
const REMOVED_AFTER_MS = 6 * 60_000;
/** A loss skips so many numbers. */
const SKIPPED = 1_000_000;

type Held = { readonly browser: Browser; readonly claim: string };

export const runReusedId = onCluster({ rooms: 3, workers: 1 }, async (stage) => {
  const { cluster, say } = stage;
  let [oldPlacesTried, oldPlacesAdmitted, limitsInherited, newcomersAdmitted] = [0, 0, 0, 0];
  const held: Held[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) {
    say(turn === 0 ? "The first event" : `Made again, for the ${turn}. time`);
    const event = await cluster.open(EVENT);
    if (turn > 0) {
      // Everybody who had a place or a token tries what they kept, with the claim of then and with another.
      const attempts = held.flatMap(({ browser, claim }) => [
        { browser: browser.copy(), claim },
        { browser: browser.copy(), claim: newClaim() },
      ]);
      const [admitted, inherited, newcomers] = await Promise.all([
        Promise.all(attempts.map(enters)),
        watchInherited(cluster, event),
        newcomersIn(cluster, event),
      ]);
      oldPlacesTried += attempts.length;
      oldPlacesAdmitted += admitted.filter(Boolean).length;
      limitsInherited += inherited;
      newcomersAdmitted += newcomers;
    }
    held.push(...(await takePlaces(cluster, event)));
    if (turn < TIMES) await deleteAsleep(stage, event);
  }
  const counts = { oldPlacesTried, oldPlacesAdmitted, limitsInherited, newcomersAdmitted };
  return { timesMade: TIMES, ...counts };
});

async function takePlaces(cluster: Cluster, event: EventRef): Promise<Held[]> {
  const held: Held[] = [];
  for (const port of cluster.roomPorts) {
    for (let place = 0; place < 8; place += 1)
      held.push(await joined(newBrowser({ stack: cluster.stack, roomPorts: [port] }, event)));
  }
  let areIn = 0;
  for (const one of held.filter((_, index) => index % 3 === 0)) areIn += Number(await enters(one));
  if (areIn === 0) throw new Error("Nobody was let in before a deletion.");
  return held;
}

async function joined(browser: Browser): Promise<Held> {
  const joinId = newClaim();
  await until("somebody has joined", async () => (await browser.join({ joinId })) !== null);
  await browser.ask("near", {});
  return { browser, claim: newClaim() };
}

/** Asks until it is answered with something else than "wait", for as long as rooms are watched. */
const enters = async ({ browser, claim }: Held): Promise<boolean> =>
  (await browser.enter(claim, WATCHED_MS)) !== null;

/** The site has set limits; then one room stands still, the event is deleted, and the worker removes what is left of it. */
async function deleteAsleep({ cluster, say }: Stage, event: EventRef): Promise<void> {
  await setLimit(cluster.redis, event, "stock", 0);
  await setLimit(cluster.redis, event, "governedOutflow", 1);
  await sleep(2_000);
  const { context } = cluster.events;
  const asleep = cluster.processId(cluster.rooms.at(-1) ?? "");
  process.kill(asleep, "SIGSTOP");
  try {
    say("One room stands still, and the event is deleted");
    await stopEvent(context, { eventId });
    await deleteEvent(context, { eventId, name: eventId });
    const where = { wireId: eventId, deletingAt: { not: null } };
    const data = { deletingAt: new Date(Date.now() - REMOVED_AFTER_MS) };
    await db().event.updateMany({ where, data });
    await until("the event is gone", async () => (await db().event.count({ where })) === 0, 90_000);
    // As if its tokens and sessions were over.
    await db().formerId.updateMany({ data: { freeAt: new Date() } });
  } finally {
    process.kill(asleep, "SIGCONT");
  }
}

async function watchInherited(cluster: Cluster, event: EventRef): Promise<number> {
  const inherited = new Set<string>();
  const endsAtMs = performance.now() + WATCHED_MS;
  while (performance.now() < endsAtMs) {
    const line = await cluster.redis.hgetall(eventKeys(event).line);
    const settings = await readPublishedEvent(cluster.redis, event.customerId, event.eventId);
    for (const one of inheritedBy(line, settings)) inherited.add(one);
    await sleep(200);
  }
  return inherited.size;
}

/** What a new event's line can only have from one that had the id before. */
function inheritedBy(line: Readonly<Record<string, string>>, settings: EventSettings | null) {
  const number = (name: string) => Number(line[name] ?? 0);
  const isNew = number("version") === settings?.version;
  const signs = {
    losses: number("losses") > 0,
    last: number("last") > SKIPPED,
    version: settings !== null && number("version") > settings.version,
    status: isNew && line["status"] !== settings?.status,
    outflowPerMinute: isNew && Number(line["outflowPerMinute"]) !== settings?.outflowPerMinute,
  };
  const limits: string[] = LIMIT_FIELDS.filter((name) => (line[name] ?? "") !== "");
  return [...limits, ...Object.entries(signs).flatMap(([name, isSo]) => (isSo ? [name] : []))];
}

async function newcomersIn(cluster: Cluster, event: EventRef): Promise<number> {
  let admitted = 0;
  for (let index = 0; index < 2; index += 1)
    admitted += Number(await enters(await joined(newBrowser(cluster, event))));
  return admitted;
}
