export type Seen<Value> = {
  readonly value: Value;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Adds what was seen at a moment; moments rise. */
export function addSeen<Value>(history: Seen<Value>[], value: Value, atMs: number): void {
  const newest = history.at(-1);
  if (newest !== undefined && newest.value === value) {
    history[history.length - 1] = { ...newest, lastMs: Math.max(newest.lastMs, atMs) };
  } else {
    history.push({ value, firstMs: atMs, lastMs: atMs });
  }
}

/** The values that may have been in force between two moments: each from the last look at the one before to the next one's first. */
export function inForce<Value>(history: readonly Seen<Value>[], fromMs: number, untilMs: number) {
  return history.flatMap(({ value }, index) => {
    const since = history[index - 1]?.lastMs ?? Number.NEGATIVE_INFINITY;
    const before = history[index + 1]?.firstMs ?? Number.POSITIVE_INFINITY;
    return since <= untilMs && before >= fromMs ? [value] : [];
  });
}

export function always<Value>(value: Value): Seen<Value>[] {
  return [{ value, firstMs: 0, lastMs: 0 }];
}
