/** A priority class of an event, whose visitors have numbers of their own. */
export type Lane = {
  /** `[a-z][a-z0-9-]{0,19}`, unique in the event; never changes while people wait. */
  readonly key: string;
  readonly name: string;
  /** Share of the slots while people wait in all lanes, in whole percent; unused in ordered lanes. */
  readonly weight: number;
  /** Enqueue tokens of this relative quality (0 to 1) or more belong here; null for none. */
  readonly fromRelativeQuality: number | null;
};

export type Lanes = {
  /** `ordered`: a lane waits until those before it are empty. `weighted`: each gets its share. */
  readonly mode: "ordered" | "weighted";
  /** The key of the lane for everybody who has no right to another. */
  readonly defaultLane: string;
  /** From 1 to 8; the order is that of precedence in an ordered event. */
  readonly lanes: readonly [Lane, ...Lane[]];
};

/** The lanes of an event that nobody gave any. */
export const SINGLE_LANE: Lanes = {
  mode: "ordered",
  defaultLane: "main",
  lanes: [{ key: "main", name: "Main line", weight: 100, fromRelativeQuality: null }],
};

/** The lanes that visitors of an event join: in a lottery its chances, else those with lines of their own. */
export function joinedLanes(event: {
  readonly lanes: Lanes;
  readonly chances?: Lanes | null;
}): Lanes {
  return event.chances ?? event.lanes;
}

/**
 * The index of a visitor's lane: the one with the highest threshold that the quality of their enqueue token reaches, else
 * the default.
 */
export function chooseLane({ lanes, defaultLane }: Lanes, relativeQuality: number | null): number {
  const ofQuality = laneOfQuality(lanes, relativeQuality);
  if (ofQuality !== -1) return ofQuality;
  return Math.max(
    0,
    lanes.findIndex(({ key }) => key === defaultLane),
  );
}

function laneOfQuality(lanes: readonly Lane[], quality: number | null): number {
  if (quality === null) return -1;
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, { fromRelativeQuality }] of lanes.entries()) {
    if (fromRelativeQuality === null || fromRelativeQuality > quality) continue;
    if (fromRelativeQuality <= highest) continue;
    best = index;
    highest = fromRelativeQuality;
  }
  return best;
}
