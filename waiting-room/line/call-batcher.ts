import { atEndOfTurn } from "@/lib/platform/end-of-turn";

/** How many may stand in one call; bounds how long a script runs. */
const LARGEST_CALL = 256;
/** Above so many, a call costs hardly less for each of its members. */
const WORTH_A_CALL = 20;
/** One part of the members is in Redis, one in this process and one on the way to and from browsers. */
const PARTS = 3;
const REST_MAX_MS = 1_000;

type GroupOptions<Item> = {
  /** How long members are gathered; not at all unless given. */
  readonly gatherMs?: () => number;
  /**
   * For calls that take long: after each a rest of so many times its length, up to a second, so that no
   * number of members keeps Redis from anything else.
   */
  readonly restRatio?: number;
  /** Who goes first of those who wait at once: the lowest rank. In order of arrival unless given. */
  readonly rankOf?: (item: Item) => number;
  /**
   * For calls whose members each keep Redis for long: of many who wait at once a call takes a part, so
   * that Redis and this process work at the same time. Asked before each call; false unless given.
   */
  readonly divides?: () => boolean;
};

type Member<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects what arrives in one turn of the event loop, or in `gatherMs`, into one call. While that is
 * under way the next group grows, so that the work per member falls as load rises. `commit` gets the
 * items in their order and answers one result for each; when it rejects, every member does.
 */
export function createGroup<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { gatherMs = () => 0, restRatio = 0, rankOf, divides = () => false }: GroupOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const waiting: Member<Item, Result>[] = [];
  /** One call at a time: more would only make the groups smaller, and each call costs both sides. */
  let isUnderWay = false;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || isUnderWay || waiting.length === 0) return;
    isScheduled = true;
    later(() => {
      isScheduled = false;
      send();
    });
  }

  function later(run: () => void): void {
    const delayMs = waiting.length >= LARGEST_CALL ? 0 : gatherMs();
    if (delayMs > 0) setTimeout(run, delayMs);
    else atEndOfTurn("call", run);
  }

  function send(): void {
    if (rankOf !== undefined) waiting.sort((a, b) => rankOf(a.item) - rankOf(b.item));
    const members = waiting.splice(0, sizeOfCall());
    if (members.length === 0) return;
    isUnderWay = true;
    void call(members);
  }

  function sizeOfCall(): number {
    if (!divides()) return LARGEST_CALL;
    return Math.min(LARGEST_CALL, Math.max(WORTH_A_CALL, Math.ceil(waiting.length / PARTS)));
  }

  async function call(members: readonly Member<Item, Result>[]): Promise<void> {
    const sentAtMs = performance.now();
    const settle = await carryOut(members);
    const restMs = Math.min(REST_MAX_MS, restRatio * (performance.now() - sentAtMs));
    // The next call goes first: it is carried out while the answers to this one are made.
    if (restMs === 0) goOn();
    settle();
    if (restMs > 0) setTimeout(goOn, restMs);
  }

  function goOn(): void {
    isUnderWay = false;
    if (gatherMs() > 0) schedule();
    else send();
  }

  /** Returns how to tell the members what came of it. */
  async function carryOut(members: readonly Member<Item, Result>[]): Promise<() => void> {
    try {
      const results = await commit(members.map(({ item }) => item));
      return () => {
        for (const [index, { resolve, reject }] of members.entries()) {
          const result = results[index];
          if (result !== undefined) resolve(result);
          else reject(new Error("A group call answered too few results."));
        }
      };
    } catch (error) {
      return () => {
        for (const { reject } of members) reject(error);
      };
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
