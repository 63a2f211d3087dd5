/** What one visitor went through, as they saw it. Times are milliseconds of one monotonic clock. */
export type Observation = {
  /** False for one who joins and never comes back. */
  readonly isPresent: boolean;
  readonly arrivedAtMs: number;
  joinedAtMs: number | null;
  /** Every number held, as `run:number`; more than one means that a place was lost. */
  readonly numbers: string[];
  readonly queueNumbers: number[];
  firstAskedAtMs: number | null;
  admittedAtMs: number | null;
  /** `ts` of each different token in the order received, in Unix seconds. */
  readonly tokenSeconds: number[];
  readonly queueIds: Set<string>;
  /** The site accepted the visitor. */
  entered: boolean;
  /** What should not have happened, in short words. */
  readonly errors: string[];
};

export function newObservation(isPresent: boolean, arrivedAtMs: number): Observation {
  return {
    isPresent,
    arrivedAtMs,
    joinedAtMs: null,
    numbers: [],
    queueNumbers: [],
    firstAskedAtMs: null,
    admittedAtMs: null,
    tokenSeconds: [],
    queueIds: new Set(),
    entered: false,
    errors: [],
  };
}
