import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "./keys";

/** One entry of the admissions stream of an event. Times are line time in milliseconds. */
export type AdmissionEntry = {
  readonly streamId: string;
  readonly runId: number;
  readonly queueNumber: number;
  readonly lane: number;
  readonly queueId: string;
  readonly redirectType: string;
  readonly renewal: number;
  readonly admittedAtMs: number;
  /** Set for admissions by a staff link. */
  readonly staffLinkId?: string;
};

/** The admissions after `afterStreamId` ("0-0" for all), oldest first, at most `count`. */
export async function readAdmissions(
  redis: Redis,
  event: EventRef,
  afterStreamId: string,
  count: number,
): Promise<AdmissionEntry[]> {
  const entries = await redis.xrange(
    eventKeys(event).admissions,
    `(${afterStreamId}`,
    "+",
    "COUNT",
    count,
  );
  return entries.map(([streamId, fields]) => toEntry(streamId, fields));
}

/** Forgets the admissions up to and including one that is stored elsewhere. */
export async function trimAdmissions(
  redis: Redis,
  event: EventRef,
  throughStreamId: string,
): Promise<void> {
  const [ms, sequence] = throughStreamId.split("-");
  await redis.xtrim(eventKeys(event).admissions, "MINID", `${ms}-${Number(sequence) + 1}`);
}

function toEntry(streamId: string, fields: readonly string[]): AdmissionEntry {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i] ?? "", fields[i + 1] ?? "");
  const staffLinkId = values.get("l");
  return {
    streamId,
    runId: Number(values.get("r")),
    queueNumber: Number(values.get("n")),
    lane: Number(values.get("v") ?? 0),
    queueId: values.get("q") ?? "",
    redirectType: values.get("t") ?? "",
    renewal: Number(values.get("w")),
    admittedAtMs: Number(values.get("a")),
    ...(staffLinkId ? { staffLinkId } : {}),
  };
}
