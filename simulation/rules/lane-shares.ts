import type { Line } from "./line-state";

/** What of the lanes decides who gets the slots: `live` is above 0 while somebody called is on the way. */
export type SharedLanes = Pick<Line, "laneMode"> & {
  readonly lanes: readonly { readonly weight: number; readonly live: number; laneTokens: number }[];
};

/**
 * Divides the tokens of the bucket among the lanes; those of all lanes add up to them afterwards. Who
 * receives: the first ordered lane in which somebody is on the way, else all weighted ones in which
 * somebody is, in proportion to their weights; they get at once what every other lane held, too. While
 * nobody is on the way the first lane keeps everything.
 */
export function shareSlots(line: SharedLanes, tokens: number): void {
  const weights = receivingWeights(line);
  let [allWeights, kept] = [0, 0];
  line.lanes.forEach(({ laneTokens }, index) => {
    const weight = weights[index] ?? 0;
    allWeights += weight;
    if (weight > 0) kept += laneTokens;
  });
  line.lanes.forEach((lane, index) => {
    const weight = weights[index] ?? 0;
    const own = weight > 0 ? lane.laneTokens : 0;
    lane.laneTokens = own + ((tokens - kept) * weight) / allWeights;
  });
}

/**
 * Whether a visitor of a lane may take a slot that the bucket holds. The lane has earned it, or no lane that
 * receives has earned more: so a bucket of one slot divided over many lanes still gives it. Of a lane in
 * which nobody is on the way somebody may ask who was called long ago: they pay from what the others
 * hold, and in ordered lanes go behind higher classes.
 */
export function mayTakeSlot(line: SharedLanes, index: number): boolean {
  const { lanes, laneMode } = line;
  const asking = lanes[index];
  if (asking === undefined) return false;
  if (lanes.length === 1) return true;
  if (asking.live === 0) {
    return laneMode === "weighted" || !lanes.slice(0, index).some(({ live }) => live > 0);
  }
  const weights = receivingWeights(line);
  const own = asking.laneTokens;
  if (!weights[index]) return false;
  return own >= 1 || !lanes.some((lane, other) => weights[other] && lane.laneTokens > own);
}

/** In which proportion lanes receive; 0 for those that do not. */
function receivingWeights({ lanes, laneMode }: SharedLanes): readonly number[] {
  const first = lanes.findIndex(({ live }) => live > 0);
  if (first === -1 || laneMode === "ordered") {
    const only = Math.max(0, first);
    return lanes.map((_, index) => (index === only ? 1 : 0));
  }
  return lanes.map(({ live, weight }) => (live > 0 ? weight : 0));
}
