import { createHash, randomBytes } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type EventRef, eventKey, reportKeys } from "../keys";
import { readFields } from "../read-fields";
import type { Redis } from "../redis-client";
import { runRedeem } from "../scripts/redeem";

/** Beyond its validity a token is refused by its own time; this much clocks may differ. */
const KEPT_BEYOND_VALIDITY_MS = 600_000;
/** Uses that one half holds; more than a million in ten minutes are no longer told apart. */
const KEPT_MAX = 1_000_000;
/** Uses in one call. */
const AT_ONCE = 250;
const USE_BYTES = 12;
const NAME_BYTES = 8;
const NO_NAME = Buffer.alloc(0);

/** One use of an admission at a site. */
export type Use = {
  readonly queueId: string;
  /** The first 16 hex characters of the SHA-256 of the queue token. */
  readonly tokenHash: string;
};

/** What a connector reports besides who is on the site. */
export type UseReport = {
  /** The process that reports; null when it does not say. */
  readonly instance: string | null;
  /** Names the report, so that repeating it counts nothing twice; null when it has no name. */
  readonly batch: string | null;
  readonly used: readonly Use[];
  /** Visitors who were let through since the last report because no config was ever seen. */
  readonly failOpen: number;
};

/**
 * Notes which admissions were used, and answers the queue ids of those that another reporter used
 * before. The first report of a queue id with a token wins. A reporter is the instance, where the
 * report names one, else the batch, else this report alone; it is never refused what it used itself.
 */
export async function redeem(
  redis: Redis,
  event: EventSettings,
  { instance, batch, used, failOpen }: UseReport,
): Promise<readonly string[]> {
  const name = instance ?? batch;
  const reporter = name === null ? randomBytes(NAME_BYTES) : digest(name, NAME_BYTES);
  const keys = { line: eventKey(event, "line"), ...reportKeys(event) };
  const refused: string[] = [];
  for (let from = 0; from === 0 || from < used.length; from += AT_ONCE) {
    const some = used.slice(from, from + AT_ONCE);
    const reply = await runRedeem(
      redis,
      keys,
      {
        reporter,
        batch: batch === null ? NO_NAME : digest(`${instance} ${batch} ${from}`, NAME_BYTES),
        failOpen: from === 0 ? failOpen : 0,
        keptMs: event.queueTokenValiditySeconds * 1_000 + KEPT_BEYOND_VALIDITY_MS,
        most: KEPT_MAX,
      },
      some.map(({ queueId, tokenHash }) => ({ use: digest(`${queueId} ${tokenHash}`, USE_BYTES) })),
    );
    refused.push(...reply.refused.flatMap((index) => some[index]?.queueId ?? []));
  }
  return refused;
}

/** What connectors have reported of an event, since Redis began. */
export type ReportTotals = {
  readonly used: number;
  readonly refused: number;
  readonly failOpen: number;
  /** Line time of the last report; null before the first. */
  readonly reportedAtMs: number | null;
};

export async function readReportTotals(redis: Redis, event: EventRef): Promise<ReportTotals> {
  const { reports } = reportKeys(event);
  const names = ["used", "refused", "failOpen", "reportedAtMs"] as const;
  const held = await readFields(redis, "reports", reports, names);
  return {
    used: held.used ?? 0,
    refused: held.refused ?? 0,
    failOpen: held.failOpen ?? 0,
    reportedAtMs: held.reportedAtMs,
  };
}

function digest(text: string, bytes: number): Buffer {
  return createHash("sha256").update(text).digest().subarray(0, bytes);
}
