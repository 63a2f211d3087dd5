import fc from "fast-check";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { EventView } from "@/lib/services/event/settings/event-view";

const lane = (key: string) => ({ key, name: key, weight: 50, fromRelativeQuality: null });
const MAIN = { ...lane("main"), weight: 100 };

/** Lanes that an event may get: each has the one that everybody joins; that of a code may be gone, or stand elsewhere. */
export const someLanes: fc.Arbitrary<Lanes> = fc.constantFrom<Lanes[]>(
  { mode: "ordered", defaultLane: "main", lanes: [MAIN] },
  { mode: "weighted", defaultLane: "main", lanes: [lane("main"), lane("fans")] },
  { mode: "ordered", defaultLane: "main", lanes: [lane("fans"), lane("main")] },
  { mode: "weighted", defaultLane: "main", lanes: [lane("press"), lane("main")] },
);

/** The lane that a batch of codes leads to, where the event has it. */
export const laneOfCodes = fc.constantFrom(null, "fans", "press");

type Run = { readonly runId: number; readonly keys: string };

/** What has to hold of the lanes of an event, as people see them. */
export class LanesWitness {
  private run: Run | null = null;

  /** Why the lanes of the run that is open cannot be what they are; null where they can. */
  brokenRun(view: EventView | null): string | null {
    if (view?.status !== "open") return null;
    const { runId } = view;
    const keys = view.lanes.lanes.map(({ key }) => key).join(", ");
    const before = this.run;
    this.run = { runId, keys };
    if (before?.runId !== runId || before.keys === keys) return null;
    return `The lanes of run ${runId} were ${before.keys}, and are ${keys}.`;
  }

  /** Whether whoever stands in a lane may have to wait until another is empty, however it moves. */
  static isBehind({ lanes }: EventView, index: number): boolean {
    return lanes.mode === "ordered" && index > 0;
  }
}
