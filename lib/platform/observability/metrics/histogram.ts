/** Counts durations by bucket. Observing writes two numbers in place: the fastest path of all does it for each request. */
export class Histogram {
  readonly bounds: readonly number[];
  /** By bucket, not added up; the last one is of what is longer than every bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.sum += seconds;
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }
}
