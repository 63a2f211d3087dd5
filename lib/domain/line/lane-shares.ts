/** A whole slot, less what adding up fractions may have lost; debts keep the sum exact. */
const WHOLE = 1 - 1e-9;

/**
 * A lane's part of the event's one bucket. `tokens` of all lanes add up to the bucket; one lane may be
 * up to a slot in debt. `isWaiting` is true while somebody of the lane was called, is there and has
 * not entered; a lane that is told to wait but does not ask would hold its share back.
 */
export type LaneShare = {
  readonly mode: "weighted" | "ordered";
  /** Above 0; of no meaning in ordered lanes. */
  readonly weight: number;
  readonly isWaiting: boolean;
  readonly tokens: number;
};

/**
 * The lanes' tokens after `earned` more slots, highest class first. The sum grows by what was earned,
 * never above `depth`. Who receives: the first ordered lane in which somebody waits, else all
 * weighted ones in which somebody waits, in proportion to their weights; they get at once what every
 * other lane held too. While nobody waits the first lane keeps everything.
 */
export function shareSlots(
  lanes: readonly LaneShare[],
  earned: number,
  depth: number,
): readonly number[] {
  const weights = receivingWeights(lanes);
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  const held = lanes.reduce((sum, { tokens }) => sum + tokens, 0);
  const kept = lanes.map(({ tokens }, index) => (weights[index] === 0 ? 0 : tokens));
  const keptSum = kept.reduce((sum, tokens) => sum + tokens, 0);
  const pool = held - keptSum + Math.max(0, Math.min(earned, depth - held));
  return kept.map((tokens, index) => tokens + (pool * (weights[index] ?? 0)) / allWeights);
}

/**
 * Whether a visitor of a lane may take a slot, which costs the lane one token. The bucket holds one,
 * and the lane has earned it, or no lane that receives has earned more: so a bucket of one slot
 * divided over many lanes still gives it. Of a lane in which nobody is waiting somebody may ask who was
 * called long ago: they pay from what the others hold, and in ordered lanes go behind higher classes.
 */
export function mayTakeSlot(lanes: readonly LaneShare[], index: number): boolean {
  const weights = receivingWeights(lanes);
  const asking = lanes[index];
  const own = asking?.tokens ?? 0;
  const held = lanes.reduce((sum, { tokens }) => sum + tokens, 0);
  if (held < WHOLE || asking === undefined) return false;
  if (!asking.isWaiting) {
    return asking.mode === "weighted" || !lanes.slice(0, index).some(({ isWaiting }) => isWaiting);
  }
  if (!weights[index]) return false;
  return own >= WHOLE || lanes.every(({ tokens }, other) => weights[other] === 0 || tokens <= own);
}

/** In which proportion lanes receive; 0 for those that do not. */
function receivingWeights(lanes: readonly LaneShare[]): readonly number[] {
  const ordered = lanes.findIndex(({ mode, isWaiting }) => mode === "ordered" && isWaiting);
  if (ordered >= 0) return lanes.map((_, index) => (index === ordered ? 1 : 0));
  if (!lanes.some(({ isWaiting }) => isWaiting)) return lanes.map((_, i) => (i === 0 ? 1 : 0));
  return lanes.map(({ isWaiting, weight }) => (isWaiting ? weight : 0));
}
