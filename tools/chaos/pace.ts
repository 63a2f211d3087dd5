import { sleep } from "../shared/time";

/** Something that goes on until it is ended; `end` resolves when all of it is done. */
export type Repeated = { end(): Promise<void> };

export function repeat(everyMs: number, work: () => Promise<unknown>): Repeated {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await work();
      await sleep(everyMs);
    }
  })();
  return {
    end() {
      isOver = true;
      return loop;
    },
  };
}

/** Counts up to so many, so many a second, with gaps of so many parts of their even share. */
export async function* paced(count: number, perSecond: number, gap = () => 1) {
  let dueAtMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    await sleep(dueAtMs - performance.now());
    yield index;
    dueAtMs += (gap() * 1_000) / perSecond;
  }
}

/** Begins something so many times a second, whether the one before is done or not. */
export function atPace(perSecond: number, work: (index: number) => Promise<unknown>): Repeated {
  const running = new Set<Promise<unknown>>();
  let isOver = false;
  const loop = (async () => {
    for await (const index of paced(Number.POSITIVE_INFINITY, perSecond)) {
      if (isOver) break;
      const one = work(index).finally(() => running.delete(one));
      running.add(one);
    }
  })();
  return {
    async end() {
      isOver = true;
      await loop;
      await Promise.all(running);
    },
  };
}

export async function follow<Point extends { readonly at: number }>(
  agenda: readonly Point[],
  unitMs: number,
  happen: (point: Point) => Promise<unknown>,
): Promise<void> {
  const startedAtMs = performance.now();
  for (const point of agenda) {
    await sleep(startedAtMs + point.at * unitMs - performance.now());
    await happen(point);
  }
}
