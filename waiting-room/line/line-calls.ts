import type { RightOutcome } from "@/lib/line/scripts/join-with-right";

/** The line cannot take the call now; the visitor's place is kept. */
export class LineUnavailable extends Error {
  override readonly name = "LineUnavailable";
  readonly retryAfterMs: number;

  constructor(reason: string, retryAfterMs: number) {
    super(`The line is not available: ${reason}.`);
    this.retryAfterMs = retryAfterMs;
  }
}

export type JoinRequest = {
  readonly lane: number;
  /** 16 bytes that the browser made for this join and repeats with each attempt. */
  readonly joinId: Buffer;
  /** Milliseconds since the first attempt; null for the first. */
  readonly repeatedAfterMs: number | null;
};

/** A join by a signed enqueue token or an access code; empty texts where there is none. */
export type RightRequest = {
  readonly lane: number;
  readonly joinId: Buffer;
  readonly queueId: string;
  readonly tokenKey: string;
  readonly tokenId: string;
  /** The id of an access code. */
  readonly codeId: string;
};

/** What came of it, and the ticket where the place belongs to a draw. */
export type RightJoin =
  | Exclude<RightOutcome, { type: "placed" }>
  | (Extract<RightOutcome, { type: "placed" }> & { readonly ticket: DrawTicket | null });

export type JoinOutcome =
  | {
      readonly type: "joined";
      readonly number: number;
      readonly lineTimeMs: number;
      /** Where the join belongs to a draw: whose it is from then on. */
      readonly ticket: DrawTicket | null;
    }
  | { readonly type: "full" }
  | { readonly type: "closed" };

/** A join as the draw knows it. Without a receipt it came too late to take part. */
export type DrawTicket = {
  readonly queueId: string;
  readonly joinedAtMs: number;
  readonly receipt: string | null;
};

export type EnterRequest = {
  readonly lane: number;
  readonly number: number;
  /** Those who ask together go lowest rank first: the number, or the interval of a win. */
  readonly rank: number;
  readonly queueId: string;
  /** Hex of a hash of the claim. */
  readonly claim: string;
};

/** One number of one lane, and whose it is. */
export type HeldNumber = Pick<EnterRequest, "lane" | "number" | "queueId">;

/** The direct entry of a dormant event. */
export type PassRequest = { readonly queueId: string; readonly claim: string };
export type PassOutcome = { readonly number: number; readonly lineTimeMs: number };

/** Splits a group into one call a lane; results come back in the order of the members. */
export function byLane<Item extends { readonly lane: number }, Result>(
  commit: (lane: number, items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<Result[]> {
  return async (items) => {
    const only = items[0]?.lane ?? 0;
    if (items.every(({ lane }) => lane === only)) return [...(await commit(only, items))];
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
