type Entry = { readonly atMs: number; readonly order: number; readonly act: () => void };

/** Simulated time: what is planned happens in order of its time, and of planning at equal times. */
export class Agenda {
  nowMs = 0;
  private planned = 0;
  private readonly heap: Entry[] = [];

  /** Plans an act; a moment that has passed means now. */
  at(atMs: number, act: () => void): void {
    this.planned += 1;
    const entry = { atMs: Math.max(atMs, this.nowMs), order: this.planned, act };
    let hole = this.heap.length;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.heap[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      this.heap[hole] = above;
      hole = parent;
    }
    this.heap[hole] = entry;
  }

  after(delayMs: number, act: () => void): void {
    this.at(this.nowMs + delayMs, act);
  }

  /** Does something again and again until it answers false. */
  every(intervalMs: number, act: () => boolean): void {
    this.after(intervalMs, () => {
      if (act()) this.every(intervalMs, act);
    });
  }

  /** Lets time pass until nothing is planned, or until a moment. */
  run(untilMs = Number.POSITIVE_INFINITY): void {
    while (this.step(untilMs));
  }

  /** Does what is planned next; false when nothing is planned until a moment. */
  step(untilMs = Number.POSITIVE_INFINITY): boolean {
    const [next] = this.heap;
    if (next === undefined || next.atMs > untilMs) return false;
    this.removeFirst();
    this.nowMs = next.atMs;
    next.act();
    return true;
  }

  private removeFirst(): void {
    const moved = this.heap.pop();
    const size = this.heap.length;
    if (moved === undefined || size === 0) return;
    let hole = 0;
    for (;;) {
      const left = 2 * hole + 1;
      if (left >= size) break;
      const child = left + 1 < size && this.isLess(left + 1, left) ? left + 1 : left;
      const below = this.heap[child];
      if (below === undefined || !isBefore(below, moved)) break;
      this.heap[hole] = below;
      hole = child;
    }
    this.heap[hole] = moved;
  }

  private isLess(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]];
    return a !== undefined && b !== undefined && isBefore(a, b);
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
