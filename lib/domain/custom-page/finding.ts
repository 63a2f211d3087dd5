/** Something about a template that its author has to know, and where it stands. */
export type Finding = {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;
};

/** Makes findings of offsets in a text. */
export function findingsIn(source: string): (offset: number, reason: string) => Finding {
  const lineStarts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  return (offset, reason) => {
    let [low, high] = [0, lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1, reason };
  };
}
