import { db } from "@/lib/db/client";
import { setLimit } from "@/lib/line/commands/limits";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { stopEvent } from "@/lib/services/event/control/stop";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { inviteGuests } from "./guests";
import { onCluster, type Stage } from "./on-cluster";
import { type InheritedLine, inheritedBy } from "./reused-id-figures";
import { askRoom, tokenOf } from "./room-calls";

const EVENT_ID = "yearlysale";
const ROOMS = 3;
/** At each room. */
const PLACES = 8;
const NEWCOMERS = 2;
const TIMES = 2;
const OUTFLOW_PER_MINUTE = 600;
/** Rooms look at their lines twice a second, and forget one a minute after nobody asks. */
const WATCHED_MS = 15_000;
/** After a deletion the worker leaves the rest of an event for five minutes. */
const REMOVED_AFTER_MS = 6 * 60_000;

type Held = { readonly client: HttpClient; readonly claim: string; isIn: boolean };
type Tried = { oldPlacesTried: number; oldPlacesAdmitted: number };

/** An event is deleted and made again under its id while rooms run, one of them asleep through both. */
export const runReusedId = onCluster({ rooms: ROOMS, workers: 1 }, measure);

async function measure({ cluster, say }: Stage) {
  const figures = {
    timesMade: 0,
    oldPlacesTried: 0,
    oldPlacesAdmitted: 0,
    limitsInherited: 0,
    newcomersAdmitted: 0,
  };
  const held: Held[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) {
    say(turn === 0 ? "The first event" : `Made again, for the ${turn}. time`);
    const event = await cluster.open({
      eventId: EVENT_ID,
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      queueAll: true,
      protection: null,
    });
    if (turn > 0) {
      figures.timesMade += 1;
      const [tried, inherited, admitted] = await Promise.all([
        tryAgain(cluster, event, held),
        watchInherited(cluster, event),
        newcomersIn(cluster, event),
      ]);
      figures.oldPlacesTried += tried.oldPlacesTried;
      figures.oldPlacesAdmitted += tried.oldPlacesAdmitted;
      figures.limitsInherited += inherited;
      figures.newcomersAdmitted += admitted;
    }
    held.push(...(await takePlaces(cluster, event)));
    if (!held.some(({ isIn }) => isIn)) throw new Error("Nobody was let in before a deletion.");
    if (turn < TIMES) await deleteAsleep(cluster, event, say);
  }
  return figures;
}

/** Some join at each room; half of them are called, and some of those let in. */
async function takePlaces(cluster: Cluster, event: EventRef): Promise<Held[]> {
  const held = cluster.roomPorts.flatMap((port) => {
    const { newClient } = inviteGuests({ stack: cluster.stack, roomPorts: [port] }, event);
    return Array.from({ length: PLACES }, () => visitorBy(newClient()));
  });
  for (const { client } of held) await joined(cluster, event, client);
  for (const one of held.filter((_, index) => index % 3 === 0))
    one.isIn = await enters(cluster, event, one);
  return held;
}

const visitorBy = (client: HttpClient): Held => ({ client, claim: newClaim(), isIn: false });

/** Joins, and says that somebody is there. */
async function joined(cluster: Cluster, event: EventRef, client: HttpClient): Promise<void> {
  const joinId = newClaim();
  await until("somebody has joined", async () => {
    const { body } = await askRoom(cluster, event, client, "join", { joinId });
    return typeof body["number"] === "number";
  });
  await askRoom(cluster, event, client, "near", {});
}

/** Asks until it is answered with something else than "wait", for as long as rooms are watched. */
async function enters(
  cluster: Cluster,
  event: EventRef,
  { client, claim }: Held,
): Promise<boolean> {
  const endsAtMs = performance.now() + WATCHED_MS;
  while (performance.now() < endsAtMs) {
    const { status, body } = await askRoom(cluster, event, client, "enter", { claim });
    if (tokenOf(body["redirectUrl"]) !== null) return true;
    if (status === 200 && body["status"] !== "wait") return false;
    await sleep(500);
  }
  return false;
}

/** The site has set limits; then one room stands still, the event is deleted, and the worker removes what is left of it. */
async function deleteAsleep(
  cluster: Cluster,
  event: EventRef,
  say: (line: string) => void,
): Promise<void> {
  await setLimit(cluster.redis, event, "stock", 0);
  await setLimit(cluster.redis, event, "governedOutflow", 1);
  await sleep(2_000);
  const { context } = cluster.events;
  const [asleep = 0] = cluster.roomProcessIds().slice(-1);
  process.kill(asleep, "SIGSTOP");
  try {
    say("One room stands still, and the event is deleted");
    await stopEvent(context, { eventId: EVENT_ID });
    await deleteEvent(context, { eventId: EVENT_ID, name: EVENT_ID });
    const where = { wireId: EVENT_ID, deletingAt: { not: null } };
    await db().event.updateMany({
      where,
      data: { deletingAt: new Date(Date.now() - REMOVED_AFTER_MS) },
    });
    await until("the event is gone", async () => (await db().event.count({ where })) === 0, 90_000);
    // As if its tokens and sessions were over.
    await db().formerId.updateMany({ data: { freeAt: new Date() } });
  } finally {
    process.kill(asleep, "SIGCONT");
  }
}

/** Everybody who had a place or a token tries what they kept, with the claim of then and with another. */
async function tryAgain(cluster: Cluster, event: EventRef, held: readonly Held[]): Promise<Tried> {
  const attempts = held.flatMap((one) => [
    { ...one, client: one.client.copy() },
    { ...one, client: one.client.copy(), claim: newClaim() },
  ]);
  const entered = await Promise.all(attempts.map((one) => enters(cluster, event, one)));
  return {
    oldPlacesTried: attempts.length,
    oldPlacesAdmitted: entered.filter(Boolean).length,
  };
}

/** How much of the event before the new line has at any moment. */
async function watchInherited(cluster: Cluster, event: EventRef): Promise<number> {
  const inherited = new Set<string>();
  const endsAtMs = performance.now() + WATCHED_MS;
  while (performance.now() < endsAtMs) {
    const line: InheritedLine = await cluster.redis.hgetall(eventKeys(event).line);
    const settings = await readPublishedEvent(cluster.redis, event.customerId, event.eventId);
    for (const one of inheritedBy(line, settings)) inherited.add(one);
    await sleep(200);
  }
  return inherited.size;
}

/** Who comes to the new event goes in at once. */
async function newcomersIn(cluster: Cluster, event: EventRef): Promise<number> {
  const { newClient } = inviteGuests(cluster, event);
  let admitted = 0;
  for (let index = 0; index < NEWCOMERS; index += 1) {
    const one = visitorBy(newClient());
    await joined(cluster, event, one.client);
    if (await enters(cluster, event, one)) admitted += 1;
  }
  return admitted;
}
