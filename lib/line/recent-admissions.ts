import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "./keys";
import type { EnterRequest } from "./line-calls";
import type { LineState } from "./scripts/line-state";
import { runReport } from "./scripts/report";

/** Admissions that a process writes back after a loss. */
const KEPT_MS = 10_000;
const BATCH = 200;
/** What a script is told of each: number, lane, when, renewals, claim and queue id. */
const FIELDS = 6;

export type Admitted = Omit<EnterRequest, "rank"> & {
  readonly admittedAtMs: number;
  readonly renewals: number;
};

/**
 * The admissions of the last ten seconds that this process has seen, for what a loss may undo. Those of
 * a call are kept as one text: many small objects that live for seconds are what a collector is worst at.
 */
export class RecentAdmissions {
  private calls: { readonly lineTimeMs: number; readonly members: string }[] = [];
  /** When the hold of the newest loss ends; unlike their count it never comes again. */
  private knownHoldMs: number | null = null;

  /** Takes in those of one call. Neither claims nor queue ids hold a space. */
  add(lineTimeMs: number, admitted: readonly Admitted[]): void {
    if (admitted.length === 0) return;
    const fields = admitted.map(
      ({ number, lane, admittedAtMs, renewals, claim, queueId }) =>
        `${number} ${lane} ${admittedAtMs} ${renewals} ${claim} ${queueId}`,
    );
    this.calls.push({ lineTimeMs, members: fields.join(" ") });
  }

  /** True when the line has lost something since the last state that this was asked about. */
  isUndone({ holdUntilMs, lineTimeMs }: LineState): boolean {
    const hadLoss = this.knownHoldMs !== null && holdUntilMs !== this.knownHoldMs;
    this.knownHoldMs = holdUntilMs;
    const since = lineTimeMs - KEPT_MS;
    if (this.calls.length > 0) this.calls = this.calls.filter((call) => call.lineTimeMs >= since);
    return hadLoss;
  }

  /** Writes them back. Takes no slot. */
  async restore(redis: Redis, settings: EventSettings): Promise<void> {
    const { line, spent, recent, recentAt } = eventKeys(settings);
    const keys = { lineKey: line, spentKey: spent, recentKey: recent, recentAtKey: recentAt };
    const fields = this.calls.flatMap(({ members }) => members.split(" "));
    for (let start = 0; start < fields.length; start += BATCH * FIELDS) {
      const members = fields.slice(start, start + BATCH * FIELDS);
      await runReport(redis, keys, { runId: settings.runId }, members);
    }
  }
}
