import { type AdmissionEntry, readAdmissions } from "@/lib/line/commands/admissions";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { addSeen, type Seen } from "../shared/history";
import type { EventControl } from "./cluster";
import { repeat } from "./pace";

export type Admitted = Pick<
  AdmissionEntry,
  "queueNumber" | "queueId" | "renewal" | "redirectType" | "admittedAtMs"
>;

/** What an observer of the line has seen so far. Times are line time in milliseconds. */
export type LineWatch = ReturnType<typeof watchLine>;

const SETTINGS = ["correctionMs", "version", "outflowPerMinute", "activeCap"] as const;
const FIELDS = [...SETTINGS, "serving", "replid"] as const;

export type Stores = { readonly redis: Redis; readonly events: Pick<EventControl, "stored"> };

/** Also tells the clock and the replication id of the Redis that has the line. */
const READ = `
local time = redis.call("TIME")
local id = string.match(redis.call("INFO", "replication"), "master_replid:(%w+)")
return { time[1] * 1000 + math.floor(time[2] / 1000), id, redis.call("HMGET", KEYS[1], unpack(ARGV)) }`;

async function readLine(redis: Redis, event: EventRef) {
  const reply: unknown = await redis.eval(READ, 1, eventKeys(event).line, ...FIELDS);
  // What the script answers.
  const [atMs, id, values] = reply as [number, string, (string | null)[]];
  return { atMs, id, values };
}

/** Reads the line every 50 ms and calls none of its scripts. Settings that a loss rolled back are not noted. */
export function watchLine(cluster: Stores, event: EventRef) {
  const { admissions, readNew, complete } = readStream(cluster, event);
  const outflow: Seen<number>[] = [];
  const cap: Seen<number | null>[] = [];
  const serving: Seen<number>[] = [];
  const clock = { offsetMs: 0, replicationId: "", jumpMs: 0 };
  let newestVersion = 0;

  async function look(): Promise<void> {
    const sentAtMs = performance.now();
    const { atMs: redisMs, id, values } = await readLine(cluster.redis, event);
    const [correctionMs, version, rate, activeCap, front] = values.map(Number);
    if (values[1] === null || correctionMs === undefined) return;
    const atMs = redisMs + correctionMs;
    const offsetMs = atMs - (sentAtMs + performance.now()) / 2;
    // Between a promotion and the first call of the line it has no time: what was written in this Redis counts.
    if (id === values[5]) setClock(offsetMs, id);
    addSeen(serving, front ?? 0, atMs);
    if (version === undefined || version < newestVersion) return;
    newestVersion = version;
    addSeen(outflow, rate ?? 0, atMs);
    addSeen(cap, activeCap || null, atMs);
  }

  function setClock(offsetMs: number, replicationId: string): void {
    const isAnother = clock.replicationId !== "" && clock.replicationId !== replicationId;
    if (isAnother) clock.jumpMs = Math.max(clock.jumpMs, Math.abs(offsetMs - clock.offsetMs));
    Object.assign(clock, { offsetMs, replicationId });
  }

  // Redis may be down: what the observer cannot see now it sees when Redis is back.
  const watching = repeat(50, () => Promise.all([look(), readNew()]).catch(() => undefined));
  return {
    ...{ outflow, cap, serving },
    /** As read from the stream so far; the worker may have moved a few away before they were seen. */
    admissions,
    /** All admissions until now, oldest first: those read from the stream, and those in Postgres. */
    complete,
    /** Line time of a moment of `performance.now()`. */
    lineTimeOf: (monotonicMs: number) => monotonicMs + clock.offsetMs,
    /** The furthest that line time went off, either way, from one Redis to the next. */
    jumpMs: () => clock.jumpMs,
    close: watching.end,
  };
}

/** Oldest first. What was read twice counts once; a number that was admitted twice counts twice. */
export function everyAdmission(...sources: readonly (readonly Admitted[])[]): Admitted[] {
  const nameOf = ({ queueId, queueNumber, renewal, admittedAtMs }: Admitted) =>
    `${queueId}:${queueNumber}:${renewal}:${admittedAtMs}`;
  const all = new Map(sources.flat().map((one) => [nameOf(one), one]));
  return [...all.values()].sort((a, b) => a.admittedAtMs - b.admittedAtMs);
}

function readStream({ redis, events }: Stores, event: EventRef) {
  const admissions: Admitted[] = [];
  let afterId = "0-0";

  async function readNew(): Promise<void> {
    for (;;) {
      const from = afterId;
      const batch = await readAdmissions(redis, event, from, 1_000);
      // Somebody else has read the same ones meanwhile.
      if (batch.throughStreamId === null || from !== afterId) return;
      afterId = batch.throughStreamId;
      admissions.push(...batch.admissions);
    }
  }

  async function complete(): Promise<Admitted[]> {
    await readNew();
    return everyAdmission(admissions, await events.stored(event.eventId));
  }

  return { admissions, readNew, complete };
}
