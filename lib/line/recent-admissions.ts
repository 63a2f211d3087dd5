import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "./keys";
import type { EnterRequest } from "./line-calls";
import { runReport } from "./scripts/report";
import type { LineState } from "./scripts/tick";

/** Admissions that a process writes back after a loss. */
const KEPT_MS = 10_000;
const BATCH = 200;

type Admitted = EnterRequest & { readonly admittedAtMs: number; readonly renewals: number };

/** The admissions of the last ten seconds that this process has seen, for what a loss may undo. */
export class RecentAdmissions {
  private admitted: Admitted[] = [];
  /** When the hold of the newest loss ends; unlike their count it never comes again. */
  private knownHoldMs: number | null = null;

  add(admitted: Admitted): void {
    this.admitted.push(admitted);
  }

  /** Writes them back if the line has lost something since the last call. Takes no slot. */
  async restore(redis: Redis, settings: EventSettings, state: LineState): Promise<void> {
    const hadLoss = this.knownHoldMs !== null && state.holdUntilMs !== this.knownHoldMs;
    this.knownHoldMs = state.holdUntilMs;
    const since = state.lineTimeMs - KEPT_MS;
    // They come in order of their admission, but for the few milliseconds that calls overlap.
    const kept = this.admitted.findIndex(({ admittedAtMs }) => admittedAtMs >= since);
    this.admitted.splice(0, kept === -1 ? this.admitted.length : kept);
    if (!hadLoss) return;
    const { line, spent, recent, recentAt } = eventKeys(settings);
    const keys = { lineKey: line, spentKey: spent, recentKey: recent, recentAtKey: recentAt };
    for (let start = 0; start < this.admitted.length; start += BATCH) {
      const members = this.admitted
        .slice(start, start + BATCH)
        .flatMap((a) => [a.number, a.lane, a.admittedAtMs, a.renewals, a.claim, a.queueId]);
      await runReport(redis, keys, { runId: settings.runId }, members);
    }
  }
}
