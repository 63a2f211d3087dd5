import { LINE } from "@/lib/domain/line/rates";
import type { Lane, Line } from "./line-state";

/** What of the lanes decides who gets the slots: `live` is above 0 while somebody called is on the way. */
export type SharedLanes = Pick<Line, "laneMode"> & { readonly lanes: readonly SharedLane[] };
type SharedLane = Readonly<Pick<Lane, "weight" | "live" | "heldBack">> & Pick<Lane, "laneTokens">;

/**
 * Divides the tokens of the bucket among the lanes; those of all lanes add up to them afterwards. Who
 * receives: the first ordered lane in which somebody is on the way, else all weighted ones in which
 * somebody is, or is there and not called yet, in proportion to their weights; they get at once what every other lane
 * held, too. While there is nobody the first lane keeps everything.
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

/** Which weighted lanes have one of the next slots, so many of them; by index. */
export function lanesOfNext(
  line: SharedLanes & Pick<Line, "tokens">,
  count: number,
): ReadonlySet<number> {
  const weights = receivingWeights(line);
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const own = line.lanes.map(({ laneTokens }, index) => (weights[index] ? laneTokens : 0));
  const found = new Set<number>();
  for (let slot = 1; slot <= Math.min(count, LINE.slotsAhead); slot += 1) {
    // What comes in until it is whole.
    const added = Math.max(0, Math.min(1, slot - line.tokens));
    weights.forEach((weight, index) => {
      own[index] = (own[index] ?? 0) + (added * weight) / allWeights;
    });
    const most = Math.max(...own.filter((_, index) => weights[index]));
    const nearest = own.findIndex((tokens, index) => weights[index] && tokens === most);
    own[nearest] = most - 1;
    found.add(nearest);
  }
  return found;
}

/**
 * Whether a visitor of a lane may take a slot that the bucket holds. The lane has earned it, or no lane in which
 * somebody is called has earned more: so a bucket of one slot divided over many lanes still gives it. Of a lane in
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
  const isAhead = ({ live, laneTokens }: SharedLane, other: number) =>
    weights[other] && live > 0 && laneTokens > own;
  return own >= 1 || !lanes.some(isAhead);
}

/** In which proportion lanes receive; 0 for those that do not. */
function receivingWeights({ lanes, laneMode }: SharedLanes): readonly number[] {
  const isOrdered = laneMode === "ordered";
  const isWaiting = lanes.map(({ live, heldBack }) => live > 0 || (!isOrdered && heldBack === 1));
  const first = isWaiting.indexOf(true);
  if (first === -1 || isOrdered) {
    const only = Math.max(0, first);
    return lanes.map((_, index) => (index === only ? 1 : 0));
  }
  return lanes.map(({ weight }, index) => (isWaiting[index] ? weight : 0));
}
