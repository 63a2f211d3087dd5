import type { Redis } from "ioredis";
import { type AdmissionEntry, readAdmissions } from "@/lib/line/commands/admissions";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { addSeen, type Seen } from "../shared/history";
import { sleep } from "../shared/time";
import type { EventControl } from "./event-control";

const EVERY_MS = 50;
const BATCH_CALLS = 1_000;

export type Admitted = Pick<
  AdmissionEntry,
  "queueNumber" | "queueId" | "renewal" | "redirectType" | "admittedAtMs"
>;

/** What an observer of the line has seen so far. Times are line time in milliseconds. */
export type LineWatch = {
  /** As read from the stream so far; the worker may have moved a few away before they were seen. */
  readonly admissions: readonly Admitted[];
  /** All admissions until now, oldest first: those read from the stream, and those in Postgres. */
  complete(): Promise<Admitted[]>;
  readonly outflow: readonly Seen<number>[];
  readonly cap: readonly Seen<number | null>[];
  readonly serving: readonly Seen<number>[];
  /** How often the line noticed that Redis had lost something. */
  readonly losses: () => number;
  /** Line time of a moment of `performance.now()`. */
  lineTimeOf(monotonicMs: number): number;
  close(): Promise<void>;
};

const FIELDS = [
  "correctionMs",
  "version",
  "outflowPerMinute",
  "activeCap",
  "serving",
  "losses",
] as const;

/** Both stores of an installation, as an observer reads them. */
type Stores = { readonly redis: Redis; readonly events: Pick<EventControl, "stored"> };

/**
 * Reads the line and its admissions every 50 ms without calling one of its scripts. Settings that a
 * loss rolled back are not noted: the line gives no slot under them.
 */
export function watchLine(cluster: Stores, event: EventRef): LineWatch {
  const { admissions, readNew, complete } = readStream(cluster, event);
  const outflow: Seen<number>[] = [];
  const cap: Seen<number | null>[] = [];
  const serving: Seen<number>[] = [];
  let offsetMs = 0;
  let newestVersion = 0;
  let losses = 0;
  let isClosed = false;

  async function look(): Promise<void> {
    const sentAtMs = performance.now();
    const [time, values] = await Promise.all([
      cluster.redis.time(),
      cluster.redis.hmget(eventKeys(event).line, ...FIELDS),
    ]);
    const [correctionMs, version, rate, activeCap, front, lossCount] = values.map(Number);
    if (values[1] === null || correctionMs === undefined) return;
    const atMs = Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000) + correctionMs;
    offsetMs = atMs - (sentAtMs + performance.now()) / 2;
    losses = lossCount ?? 0;
    addSeen(serving, front ?? 0, atMs);
    if (version === undefined || version < newestVersion) return;
    newestVersion = version;
    addSeen(outflow, rate ?? 0, atMs);
    addSeen(cap, activeCap || null, atMs);
  }

  const watching = (async () => {
    while (!isClosed) {
      // Redis may be down: what the observer cannot see now it sees when Redis is back.
      await Promise.all([look(), readNew()]).catch(() => undefined);
      await sleep(EVERY_MS);
    }
  })();

  return {
    admissions,
    complete,
    outflow,
    cap,
    serving,
    losses: () => losses,
    lineTimeOf: (monotonicMs) => monotonicMs + offsetMs,
    async close() {
      isClosed = true;
      await watching;
    },
  };
}

/**
 * Admissions that were read from the stream, from Postgres or from both, oldest first. One that was
 * read twice counts once; a number that was admitted twice counts twice.
 */
export function everyAdmission(...sources: readonly (readonly Admitted[])[]): Admitted[] {
  const nameOf = ({ queueId, queueNumber, renewal, admittedAtMs }: Admitted) =>
    `${queueId}:${queueNumber}:${renewal}:${admittedAtMs}`;
  const all = new Map(sources.flat().map((one) => [nameOf(one), one]));
  return [...all.values()].sort((a, b) => a.admittedAtMs - b.admittedAtMs);
}

/** The admissions of an event, read as they come. */
function readStream({ redis, events }: Stores, event: EventRef) {
  const admissions: Admitted[] = [];
  let afterId = "0-0";

  async function readNew(): Promise<void> {
    for (;;) {
      const from = afterId;
      const batch = await readAdmissions(redis, event, from, BATCH_CALLS);
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
