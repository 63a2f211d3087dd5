import { atEndOfTurn } from "@/lib/end-of-turn";

/** How many may stand in one call; bounds how long a script runs. */
const GROUP_LIMIT = 256;
const REST_MAX_MS = 1_000;

type GroupOptions = {
  /** How long members are gathered; not at all unless given. */
  readonly gatherMs?: () => number;
  /**
   * For calls that take long: after each a rest of so many times its length, up to a second, so that no
   * number of members keeps Redis from anything else.
   */
  readonly restRatio?: number;
};

type Member<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects what arrives in one turn of the event loop, or in `gatherMs`, into one call. While that is
 * under way the next group grows, so that the work per member falls as load rises. `commit` gets the
 * items in order of arrival and answers one result for each; when it rejects, every member does.
 */
export function createGroup<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { gatherMs = () => 0, restRatio = 0 }: GroupOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Member<Item, Result>[] = [];
  /** One call at a time: more would only make the groups smaller, and each call costs both sides. */
  let isUnderWay = false;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || isUnderWay || waiting.length === 0) return;
    scheduled = true;
    later(() => {
      scheduled = false;
      const members = waiting.splice(0, GROUP_LIMIT);
      if (members.length === 0) return;
      isUnderWay = true;
      void call(members);
    });
  }

  async function call(members: readonly Member<Item, Result>[]): Promise<void> {
    const sentAtMs = performance.now();
    await settle(members);
    const restMs = Math.min(REST_MAX_MS, restRatio * (performance.now() - sentAtMs));
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    isUnderWay = false;
    schedule();
  }

  function later(run: () => void): void {
    const delayMs = waiting.length >= GROUP_LIMIT ? 0 : gatherMs();
    if (delayMs > 0) setTimeout(run, delayMs);
    else atEndOfTurn("call", run);
  }

  async function settle(members: readonly Member<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(members.map((member) => member.item));
      members.forEach((member, index) => {
        const result = results[index];
        if (result === undefined)
          member.reject(new Error("A group call answered too few results."));
        else member.resolve(result);
      });
    } catch (error) {
      for (const member of members) member.reject(error);
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
