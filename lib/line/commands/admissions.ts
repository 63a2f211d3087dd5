import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { sendTogether } from "../send-together";

/** One admission of the stream of an event. Times are line time in milliseconds. */
export type AdmissionEntry = {
  readonly runId: number;
  readonly queueNumber: number;
  readonly lane: number;
  readonly queueId: string;
  readonly redirectType: string;
  readonly renewal: number;
  readonly admittedAtMs: number;
  /** An operator admitted it next. */
  readonly isOutOfTurn: boolean;
  /** Set for admissions by a staff link. */
  readonly staffLinkId?: string;
};

/** Some of the stream, and the id of the last entry that was read; null when there was none. */
export type AdmissionBatch = {
  readonly admissions: readonly AdmissionEntry[];
  readonly throughStreamId: string | null;
  /** There was no more. */
  readonly isLast: boolean;
};

/**
 * The admissions after `afterStreamId` ("0-0" for all), oldest first: those of at most so many calls,
 * each of which let in up to 256.
 */
export async function readAdmissions(
  redis: Redis,
  event: EventRef,
  afterStreamId: string,
  calls: number,
): Promise<AdmissionBatch> {
  const { admissions } = eventKeys(event);
  const entries = await redis.xrange(admissions, `(${afterStreamId}`, "+", "COUNT", calls);
  return {
    admissions: entries.flatMap(([, fields]) => admissionsOf(fields)),
    throughStreamId: entries.at(-1)?.[0] ?? null,
    isLast: entries.length < calls,
  };
}

/** When the oldest admission of each of these events was that nobody has fetched, in their order; null without one. */
export async function readOldestAdmissions(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly (number | null)[]> {
  const replies = await sendTogether(
    redis,
    events.map((event) => ["xrange", eventKey(event, "admissions"), "-", "+", "COUNT", 1]),
  );
  return replies.map((entries) => {
    if (entries instanceof Error) throw entries;
    // So a stream answers: entries of an id and fields.
    const [entry] = entries as readonly (readonly [string, readonly string[]])[];
    const admissions = entry === undefined ? [] : admissionsOf(entry[1]);
    return admissions.length === 0
      ? null
      : Math.min(...admissions.map(({ admittedAtMs }) => admittedAtMs));
  });
}

/** Forgets the admissions up to and including one that is stored elsewhere. */
export async function trimAdmissions(
  redis: Redis,
  event: EventRef,
  throughStreamId: string,
): Promise<void> {
  const [ms, sequence] = throughStreamId.split("-");
  await redis.xtrim(eventKey(event, "admissions"), "MINID", `${ms}-${Number(sequence) + 1}`);
}

/** Reads what a call let in: `number:renewal:queue id;` for each, with what they have in common. An older entry lacks `o`. */
function admissionsOf(fields: readonly string[]): AdmissionEntry[] {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i] ?? "", fields[i + 1] ?? "");
  const staffLinkId = values.get("l");
  const call = {
    runId: Number(values.get("r")),
    lane: Number(values.get("v")),
    redirectType: values.get("t") ?? "",
    admittedAtMs: Number(values.get("a")),
    ...(staffLinkId ? { staffLinkId } : {}),
  };
  const outOfTurn = new Set(values.get("o")?.split(";"));
  const members = (values.get("m") ?? "").matchAll(/(\d+):(\d+):([^;]*);/g);
  return Array.from(members, ([, number = "", renewal, queueId = ""]) => ({
    ...call,
    queueNumber: Number(number),
    renewal: Number(renewal),
    queueId,
    isOutOfTurn: renewal === "0" && outOfTurn.has(number),
  }));
}
