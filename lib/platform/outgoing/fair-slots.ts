type Waiting = { readonly begin: () => void };

export type FairSlots = {
  /** Resolves with what gives the slot back; null when none came free within `patienceMs`. */
  readonly take: (owner: string, patienceMs: number) => Promise<(() => void) | null>;
};

/**
 * Lets a few work at a time: at most `perOwner` of one owner and `total` of all. Owners who wait take turns,
 * so that one with a thousand requests delays another by one request.
 */
export function createFairSlots(limits: {
  readonly perOwner: number;
  readonly total: number;
}): FairSlots {
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  let inUse = 0;

  const isFree = (owner: string) =>
    inUse < limits.total && (held.get(owner) ?? 0) < limits.perOwner;

  function hold(owner: string): () => void {
    inUse += 1;
    held.set(owner, (held.get(owner) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      inUse -= 1;
      const left = (held.get(owner) ?? 1) - 1;
      if (left === 0) held.delete(owner);
      else held.set(owner, left);
      beginNext();
    };
  }

  function beginNext(): void {
    for (const [owner, queue] of queues) {
      if (!isFree(owner)) continue;
      const next = queue.shift();
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      next?.begin();
      return;
    }
  }

  function leave(owner: string, waiting: Waiting): void {
    const rest = (queues.get(owner) ?? []).filter((other) => other !== waiting);
    if (rest.length === 0) queues.delete(owner);
    else queues.set(owner, rest);
  }

  return {
    take: (owner, patienceMs) => {
      if (isFree(owner)) return Promise.resolve(hold(owner));
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          leave(owner, waiting);
          resolve(null);
        }, patienceMs);
        const waiting = {
          begin: () => {
            clearTimeout(giveUp);
            resolve(hold(owner));
          },
        };
        queues.set(owner, [...(queues.get(owner) ?? []), waiting]);
      });
    },
  };
}
