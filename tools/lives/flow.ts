import type { EventView } from "@/lib/services/event/settings/event-view";
import type { Visitor } from "./visitor";

/** A larger outflow is held up by how fast few visitors answer. */
const MOST_PER_MINUTE = 20;
/** Of so many slots in a row, over so long at least, half are used: a start, a draw or a few who go away cost no more. */
const SLOTS = 10;
const LEAST_MS = 60_000;
/** A minute's outflow is spread over so long. */
const MINUTE_MS = 61_500;
/** What the console does not show as a setting, and what may hold the line back. */
const LIMITING: ReadonlySet<string> = new Set(["setStock", "grantSlots", "setEventInlet"]);

export class FlowWitness {
  private limitedRun: number | null = null;
  private window: { readonly of: string; readonly sinceMs: number; admitted: number } | null = null;

  noteAct(verb: string, runId: number): void {
    if (LIMITING.has(verb)) this.limitedRun = runId;
  }

  noteAdmitted(): void {
    if (this.window !== null) this.window.admitted += 1;
  }

  /** Redis was restarted: for a while nobody is let in. */
  noteRestart(): void {
    this.window = null;
  }

  /** Why slots were lost; null where they were not. The view is null while the line lets nobody in by number. */
  lostSlots(view: EventView | null, visitors: readonly Visitor[], nowMs: number): string | null {
    if (view === null || !this.isFlowing(view, visitors)) {
      this.window = null;
      return null;
    }
    const of = `${view.runId} ${view.outflowInForce}`;
    if (this.window?.of !== of) this.window = { of, sinceMs: nowMs, admitted: 0 };
    const { sinceMs, admitted } = this.window;
    const slots = Math.floor(((nowMs - sinceMs) * view.outflowInForce) / MINUTE_MS);
    if (slots < SLOTS || nowMs - sinceMs < LEAST_MS) return null;
    this.window = null;
    if (admitted >= slots / 2) return null;
    return `${admitted} of ${slots} slots were used, and somebody waited all the time.`;
  }

  private isFlowing(view: EventView, visitors: readonly Visitor[]): boolean {
    const isLimited = this.limitedRun === view.runId || view.activeCap !== null;
    if (isLimited || view.outflowInForce > MOST_PER_MINUTE) return false;
    return visitors.some(
      (one) => one.isHonestlyWaiting && one.numbers.at(-1)?.runId === view.runId,
    );
  }
}
