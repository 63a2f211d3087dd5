type Ranges = readonly (readonly [first: number, count: number, ...rest: unknown[]])[];

/** Counts the numbers of ranges that rise and do not overlap. */
export function createCounter(ranges: Ranges) {
  const before: number[] = [];
  let sum = 0;
  for (const [, count] of ranges) {
    before.push(sum);
    sum += count;
  }
  /** How many ranges begin below `index`. */
  const begun = (index: number) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ranges[middle]?.[0] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    /** How many of them are below `index`. */
    below(index: number): number {
      const at = begun(index) - 1;
      const [first, count] = ranges[at] ?? [0, 0];
      return (before[at] ?? 0) + Math.min(count, Math.max(0, index - first));
    },
    /** The parts of the ranges from `start` to before `end`. */
    within(start: number, end: number): [first: number, count: number][] {
      const parts: [number, number][] = [];
      for (let at = Math.max(0, begun(start) - 1); at < begun(end); at += 1) {
        const [first, count] = ranges[at] ?? [0, 0];
        const from = Math.max(start, first);
        const to = Math.min(end, first + count);
        if (to > from) parts.push([from, to - from]);
      }
      return parts;
    },
  };
}
