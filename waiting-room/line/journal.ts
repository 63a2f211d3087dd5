import type { EventSettings } from "@/lib/domain/event/settings";
import { seatMsOf } from "@/lib/domain/line/seat";
import { writeBack } from "@/lib/line/commands/write-back";
import type { Effect } from "@/lib/line/effects";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { runRestoreLimits } from "@/lib/line/scripts/limit";
import type { LineState } from "@/lib/line/scripts/line-state";
import { Unconfirmed } from "./unconfirmed";

/** The line to which a journal belongs. */
type JournaledLine = {
  readonly redis: Redis;
  readonly settings: EventSettings;
  readonly processId: string;
};

/**
 * All that this process has promised for one line and that Redis may still lose. After a loss it is written back
 * until Redis has confirmed it; what belongs to a run that the loss has undone as well waits for that run.
 */
export class Journal {
  private readonly effects = new Unconfirmed<Effect>();
  /** The newest limits that were seen in force: they belong to the event and come back whole. */
  private limits = { version: 0, atMs: 0, limits: "" };

  get limitsVersion(): number {
    return this.limits.version;
  }

  /** Keeps what a script has promised. */
  note(effects: readonly Effect[]): void {
    for (const effect of effects) this.effects.add(effect);
  }

  get isEmpty(): boolean {
    return this.effects.isEmpty;
  }

  /** Takes a state of the line, and writes back what a loss may have undone. Rejects when Redis fails. */
  async writeBack(line: JournaledLine, state: LineState): Promise<void> {
    await this.keepLimits(line, state);
    if (!this.effects.noteState(state)) return;
    const owed = this.effects.owed();
    const { redis, settings, processId } = line;
    const { runId } = state;
    const isOther = ({ runId: of }: Effect) => of !== null && of !== runId;
    const isWhole = !owed.some((effect) => effect.kind === "admissions" && isOther(effect));
    const target = {
      redis,
      event: settings,
      runId,
      seatMs: seatMsOf(settings),
      processId,
      isWhole,
    };
    const verdict = await writeBack(target, owed);
    if (verdict !== "owed") this.effects.noteWrittenBack(state.lineTimeMs);
    // Trying again would change nothing.
    if (verdict === "refused") throw new Error("What a loss has undone was taken by another.");
  }

  /** Takes newer limits, and puts its own into force again where the line has older ones. */
  private async keepLimits({ redis, settings }: JournaledLine, state: LineState): Promise<void> {
    const { limitsVersion: version, limits, lineTimeMs: atMs } = state;
    if (version >= this.limits.version) this.limits = { version, atMs, limits };
    else await runRestoreLimits(redis, eventKeys(settings), this.limits);
  }
}
