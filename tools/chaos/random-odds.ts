import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { round } from "@/simulation/statistics";
import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import { inviteGuests } from "./guests";
import { askRoom, lineTime, passLineTime } from "./room-calls";
import { type Draws, oddsOf } from "./sharing-figures";

const HAMMERING = 100;
const REQUESTS_EACH = 100;
const NORMAL = 2_000;
const INTERVALS = 20;
/** Gives about three wins in four draws, so that a small advantage shows. */
const OUTFLOW_PER_MINUTE = 11_000;
const JOINS_AT_ONCE = 100;
const ATTEMPTS = 5;
/** A server says so of a connection on which no request came in time. */
const REQUEST_TIMEOUT = 408;

type Place = { readonly client: HttpClient };
type Room = { readonly cluster: Cluster; readonly event: EventRef };

/**
 * Draws for visitors who ask once in an interval and for visitors who send the same due place a
 * hundred times at once, to all waiting rooms. Nobody enters and nobody keeps the answer, so that the
 * same people draw in every interval.
 */
export async function measureOdds(cluster: Cluster, say: (line: string) => void) {
  const event = await cluster.open({
    eventId: "randomsale",
    method: "random",
    outflowPerMinute: OUTFLOW_PER_MINUTE,
  });
  const room = { cluster, event };
  const hammering = await joinAll(room, HAMMERING);
  const normal = await joinAll(room, NORMAL);
  const intervals: Draws[] = [];
  let counted = 0;
  let intervalsRepeated = 0;
  for (let interval = 1; interval <= INTERVALS; interval += 1) {
    const { repeated, ...draws } = await drawInterval(room, hammering, normal);
    intervals.push(draws);
    intervalsRepeated += repeated;
    counted += await countedCheckIns(room);
    if (interval % 5 === 0) {
      say(`${interval} intervals drawn: ${JSON.stringify(oddsOf(intervals))}`);
    }
  }
  return {
    ...oddsOf(intervals),
    intervalsRepeated,
    countedPerCheckIn: round(counted / ((HAMMERING + NORMAL) * INTERVALS)),
  };
}

/** One interval of draws; answers that came too late belong to the one after it, and all draw again. */
async function drawInterval(room: Room, hammering: readonly Place[], normal: readonly Place[]) {
  for (let repeated = 0; repeated < ATTEMPTS; repeated += 1) {
    const drawnIn = await nextInterval(room);
    const [many, once] = await Promise.all([
      Promise.all(hammering.map((place) => hammer(room, place))),
      Promise.all(normal.map((place) => draw(room, place))),
    ]);
    if ((await intervalOf(room)) === drawnIn) return { many, once, repeated };
  }
  throw new Error("No interval was long enough to draw in.");
}

async function joinAll({ cluster, event }: Room, count: number): Promise<Place[]> {
  const guests = inviteGuests(cluster, event);
  const places = Array.from({ length: count }, () => ({ client: guests.newClient() }));
  for (let start = 0; start < count; start += JOINS_AT_ONCE) {
    const joining = places.slice(start, start + JOINS_AT_ONCE);
    const form = () => ({ joinId: newClaim() });
    await Promise.all(joining.map(({ client }) => askRoom(cluster, event, client, "join", form())));
  }
  return places;
}

/**
 * One check-in with a copy of the place: the place itself stays as it was when it was joined. Of 12,000
 * that are sent in one moment a busy machine may leave one without an answer; it is sent once more.
 */
async function draw({ cluster, event }: Room, { client }: Place): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { status, body } = await askRoom(cluster, event, client.copy(), "status");
    if (body["status"] === "waiting") return body["turn"] === true;
    if (status !== 0 && status !== REQUEST_TIMEOUT)
      throw new Error(`It was answered with ${status}.`);
    await sleep(500);
  }
  throw new Error("A check-in was not answered.");
}

function hammer(room: Room, place: Place): Promise<boolean[]> {
  return Promise.all(Array.from({ length: REQUESTS_EACH }, () => draw(room, place)));
}

async function intervalOf({ cluster, event }: Room): Promise<number> {
  return Math.floor((await lineTime(cluster, event)) / RANDOM_ORDER.intervalMs);
}

/** Line time goes on to the beginning of the next interval, and every waiting room has its chance. */
async function nextInterval({ cluster, event }: Room): Promise<number> {
  const { intervalMs } = RANDOM_ORDER;
  const now = await lineTime(cluster, event);
  await passLineTime(cluster, event, intervalMs - (now % intervalMs) + 50);
  return intervalOf({ cluster, event });
}

/** What the line counts once all processes have told it. */
async function countedCheckIns({ cluster, event }: Room): Promise<number> {
  await sleep(1_200);
  return Number(await cluster.redis.hget(eventKeys(event).line, "checkIns"));
}
