import { atEndOfTurn } from "@/lib/platform/end-of-turn";
import { LineUnavailable } from "./line-unavailable";

/** Members of one call at most; bounds how long a script runs. */
const LARGEST_CALL = 128;
/** More members than this hardly make a call cheaper for each of them. */
const WORTH_A_CALL = 20;
/** A third of the visitors is in Redis, a third in this process, a third between it and browsers. */
const PARTS = 3;

/**
 * Members that wait for a call at most: sixty-four full calls, which take Redis well under the time after which a
 * call is not carried out any more.
 */
const WAITING_MAX = 8_192;
/** Who is sent away comes again within this time, not all at one moment. */
const RETRY_MS = { from: 2_000, to: 4_000 };

/** What a call is asked for over: nobody hears the answer once it is destroyed. */
export type Connection = { readonly destroyed: boolean };

type BatchOptions<Item> = {
  /** How long members are gathered; default: until the end of the turn. */
  readonly gatherMs?: () => number;
  /** Of those who wait together the lowest rank goes first. Default: in order of arrival. */
  readonly rankOf?: (item: Item) => number;
  /**
   * For calls whose members each take Redis long: true splits a crowd over several calls, so that Redis and
   * this process work at the same time. Asked before each call. Default: false.
   */
  readonly divides?: () => boolean;
  /** True for a member that nobody waits for any more: it is dropped. Asked before each call. */
  readonly isGone?: (item: Item) => boolean;
};

type Member<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes one call of what arrives in one turn of the event loop, or in `gatherMs`. While a call is under way
 * the next one gathers members, so the work per member falls as load rises. `commit` gets the items in their
 * order and answers one result for each; when it rejects, every member does. Never more than a bounded number waits:
 * what comes beyond it, and a member that is gone, rejects with `LineUnavailable` and reaches no call.
 */
export function createCallBatcher<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { gatherMs = () => 0, rankOf, divides = () => false, isGone }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const waiting: Member<Item, Result>[] = [];
  /** One call at a time: two would have fewer members each, and every call costs both sides. */
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
    const members = takeMembers();
    if (members.length === 0) return;
    isUnderWay = true;
    void call(members);
  }

  /** Those of the next call; who is gone takes no room in it. */
  function takeMembers(): Member<Item, Result>[] {
    const size = sizeOfCall();
    if (isGone === undefined) return waiting.splice(0, size);
    const members: Member<Item, Result>[] = [];
    let looked = 0;
    for (const member of waiting) {
      if (members.length === size) break;
      looked += 1;
      if (isGone(member.item)) member.reject(new LineUnavailable("nobody waits for it", 0));
      else members.push(member);
    }
    waiting.splice(0, looked);
    return members;
  }

  function sizeOfCall(): number {
    if (!divides()) return LARGEST_CALL;
    return Math.min(LARGEST_CALL, Math.max(WORTH_A_CALL, Math.ceil(waiting.length / PARTS)));
  }

  async function call(members: readonly Member<Item, Result>[]): Promise<void> {
    const settle = await carryOut(members);
    // The next call goes first: it is carried out while the answers to this one are made.
    goOn();
    settle();
  }

  function goOn(): void {
    isUnderWay = false;
    if (gatherMs() > 0) schedule();
    else send();
  }

  /** Answers a function that settles the members. */
  async function carryOut(members: readonly Member<Item, Result>[]): Promise<() => void> {
    try {
      const results = await commit(members.map(({ item }) => item));
      return () => {
        for (const [index, { resolve, reject }] of members.entries()) {
          const result = results[index];
          if (result !== undefined) resolve(result);
          else reject(new Error("A call answered too few results."));
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
      if (waiting.length >= WAITING_MAX) {
        reject(new LineUnavailable("too many ask at once", retryMs()));
        return;
      }
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

function retryMs(): number {
  return Math.round(RETRY_MS.from + (RETRY_MS.to - RETRY_MS.from) * Math.random());
}

/** Makes one call a lane; the results come back in the order of the members. */
export function byLane<Item extends { readonly lane: number }, Result>(
  commit: (lane: number, items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<readonly Result[]> {
  return async (items) => {
    const only = items[0]?.lane ?? 0;
    if (items.every(({ lane }) => lane === only)) return commit(only, items);
    const lanes = [...new Set(items.map(({ lane }) => lane))];
    const results = new Map<Item, Result>();
    await Promise.all(
      lanes.map(async (lane) => {
        const members = items.filter((item) => item.lane === lane);
        const answers = await commit(lane, members);
        members.forEach((member, index) => {
          const answer = answers[index];
          if (answer !== undefined) results.set(member, answer);
        });
      }),
    );
    return items.flatMap((item) => results.get(item) ?? []);
  };
}
