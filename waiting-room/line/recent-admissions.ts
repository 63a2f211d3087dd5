import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "@/lib/line/keys";
import type { EnterOutcome } from "@/lib/line/scripts/enter";
import type { LineState } from "@/lib/line/scripts/line-state";
import { runReport } from "@/lib/line/scripts/report";

/** How long an admission is kept to be written back after a loss. */
const KEPT_MS = 10_000;
const BATCH = 200;

/** A call of `enter`: its members as the script took them, and the outcome of each. */
export type EnterCall = {
  readonly lineTimeMs: number;
  readonly lane: number;
  readonly members: string;
  readonly outcomes: readonly EnterOutcome[];
};

/**
 * The admissions of the last ten seconds in this process, since a loss may undo them. They are kept as one
 * text for each call: many small objects that live for seconds are what a garbage collector is worst at.
 */
export class RecentAdmissions {
  private calls: EnterCall[] = [];
  /** When the hold of the newest loss ends; unlike the count of losses it never comes again. */
  private knownHoldMs: number | null = null;

  add(call: EnterCall): void {
    if (call.outcomes.some(({ type }) => type === "admitted")) this.calls.push(call);
  }

  /** True when the line had a loss since the last time that this was called. */
  isUndone({ holdUntilMs, lineTimeMs }: LineState): boolean {
    const hadLoss = this.knownHoldMs !== null && holdUntilMs !== this.knownHoldMs;
    this.knownHoldMs = holdUntilMs;
    const since = lineTimeMs - KEPT_MS;
    if (this.calls.length > 0) this.calls = this.calls.filter((call) => call.lineTimeMs >= since);
    return hadLoss;
  }

  /** What was admitted in an older run needs no writing back. */
  forget(): void {
    this.calls = [];
    this.knownHoldMs = null;
  }

  /** Writes the admissions back. Takes no slot. */
  async restore(redis: Redis, settings: EventSettings): Promise<void> {
    const keys = eventKeys(settings);
    const admitted = this.calls.flatMap(admittedIn);
    for (let start = 0; start < admitted.length; start += BATCH) {
      const members = admitted.slice(start, start + BATCH);
      await runReport(redis, keys, { runId: settings.runId }, members);
    }
  }
}

function admittedIn({ lane, members, outcomes }: EnterCall) {
  return members.split(";").flatMap((member, index) => {
    const outcome = outcomes[index];
    if (outcome?.type !== "admitted") return [];
    const [number = "", claim = "", queueId = ""] = member.split(" ");
    const { admittedAtMs, renewals } = outcome;
    return [
      { number: Number(number), lane, admittedAtMs, renewals: String(renewals), claim, queueId },
    ];
  });
}
