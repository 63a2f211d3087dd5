import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { seatMsOf } from "@/lib/domain/line/seat";
import { eventKeys } from "@/lib/line/keys";
import type { EnterOutcome } from "@/lib/line/scripts/enter";
import type { LineState } from "@/lib/line/scripts/line-state";
import { runReport } from "@/lib/line/scripts/report";
import { Unconfirmed } from "./unconfirmed";

const BATCH = 200;

/** A call of `enter`: its members as the script took them, and the outcome of each. */
export type EnterCall = {
  readonly lineTimeMs: number;
  readonly lane: number;
  readonly members: string;
  readonly outcomes: readonly EnterOutcome[];
  /** As the admissions stream has it. */
  readonly redirectType: "queue" | "safetynet";
};

/**
 * The admissions of this process that Redis may still lose. They are kept as one text for each call: many
 * small objects that live for seconds are what a garbage collector is worst at.
 */
export class RecentAdmissions {
  private readonly calls = new Unconfirmed<EnterCall>();

  add(call: EnterCall): void {
    if (call.outcomes.some(({ type }) => type === "admitted"))
      this.calls.add(call, call.lineTimeMs);
  }

  get isEmpty(): boolean {
    return this.calls.isEmpty;
  }

  /** What was admitted in an older run needs no writing back. */
  forget(): void {
    this.calls.forget();
  }

  /**
   * Takes a state of the line, and writes back what a loss undid. Takes no slot. Says so also where there was
   * nothing, so that the line need not reckon with what it has forgotten. Rejects when that fails.
   */
  async writeBack(
    redis: Redis,
    settings: EventSettings,
    state: LineState,
    processId: string,
  ): Promise<void> {
    if (!this.calls.noteState(state)) return;
    const keys = eventKeys(settings);
    const admitted = this.calls.owed().flatMap(admittedIn);
    for (let start = 0; start === 0 || start < admitted.length; start += BATCH) {
      const members = admitted.slice(start, start + BATCH);
      const isLast = Number(start + BATCH >= admitted.length);
      const args = { runId: settings.runId, seatMs: seatMsOf(settings), isLast, processId };
      await runReport(redis, keys, args, members);
    }
    this.calls.noteWrittenBack(state.lineTimeMs);
  }
}

function admittedIn({ lane, members, outcomes, redirectType }: EnterCall) {
  return members.split(";").flatMap((member, index) => {
    const outcome = outcomes[index];
    if (outcome?.type !== "admitted") return [];
    const [number = "", claim = "", queueId = ""] = member.split(" ");
    const { admittedAtMs, renewals } = outcome;
    const admission = { admittedAtMs, renewals: String(renewals), claim, queueId, redirectType };
    return [{ number: Number(number), lane, ...admission }];
  });
}
