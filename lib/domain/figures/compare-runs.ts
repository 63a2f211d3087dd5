import type { RunSums } from "./sums";

/** What two runs are compared by. Waits are whole minutes; null where nothing is known. */
export type ComparedRun = Pick<
  RunSums,
  "arrived" | "turnedAway" | "joined" | "admitted" | "waiting" | "left" | "noShows" | "removed"
> & {
  readonly peakWaiting: number | null;
  readonly medianMinutes: number | null;
  readonly slowestTenthMinutes: number | null;
  readonly longestMinutes: number | null;
};

type ComparedFigure = keyof ComparedRun | "abandonment";

/** One figure of both runs, and by how much this one lies above the other. */
export type ComparedRow = {
  readonly figure: ComparedFigure;
  readonly unit: "count" | "share" | "minutes";
  readonly ofThis: number | null;
  readonly ofOther: number | null;
  readonly difference: number | null;
};

const ROWS = [
  ["arrived", "count"],
  ["turnedAway", "count"],
  ["joined", "count"],
  ["admitted", "count"],
  ["waiting", "count"],
  ["left", "count"],
  ["noShows", "count"],
  ["removed", "count"],
  ["abandonment", "share"],
  ["peakWaiting", "count"],
  ["medianMinutes", "minutes"],
  ["slowestTenthMinutes", "minutes"],
  ["longestMinutes", "minutes"],
] as const satisfies readonly (readonly [ComparedFigure, ComparedRow["unit"]])[];

/** Of those who joined, the share that left the line or did not come when called; null where nobody joined. */
export function abandonmentOf({
  joined,
  left,
  noShows,
}: Pick<RunSums, "joined" | "left" | "noShows">): number | null {
  return joined === 0 ? null : (left + noShows) / joined;
}

/** The figures of two runs side by side; cancelled places only where there were any. */
export function compareRuns(one: ComparedRun, other: ComparedRun): readonly ComparedRow[] {
  return ROWS.flatMap(([figure, unit]): ComparedRow[] => {
    const [ofThis, ofOther] = [figureOf(one, figure), figureOf(other, figure)];
    if (figure === "removed" && ofThis === 0 && ofOther === 0) return [];
    const difference = ofThis === null || ofOther === null ? null : ofThis - ofOther;
    return [{ figure, unit, ofThis, ofOther, difference }];
  });
}

function figureOf(run: ComparedRun, figure: ComparedFigure): number | null {
  return figure === "abandonment" ? abandonmentOf(run) : run[figure];
}
