import { type Blocked, readBlockCode } from "@/lib/domain/access-rule/block-code";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { matchSupportCode, type VisitorMatch } from "./inner/match-code";
import { matchAddress, matchQueueId, matchTokenKey } from "./inner/match-identity";
import { type SearchedEvent, searchedEvents } from "./inner/searched-events";
import { searchVisitorsInput } from "./visitor-inputs";

export type { VisitorMatch } from "./inner/match-code";

const QUEUE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** So many places are listed. */
const LISTED_MAX = 50;

/** A rule that turned a visitor away, and when. */
export type BlockedMatch = {
  readonly eventId: string;
  readonly eventName: string;
  readonly rule: string;
  readonly at: string;
};

/** Whom a search found: places, and rules whose code was read out. */
export type VisitorSearchResult = {
  readonly matches: readonly VisitorMatch[];
  readonly blocked: readonly BlockedMatch[];
  /** There are more places than are listed. */
  readonly hasMore: boolean;
};

/**
 * Finds a visitor at the events of the customer, of more than 500 the open and newest ones, by what they read out or by
 * what is known of them: a support code, a queue id, an e-mail address, or the key of an enqueue token. A support code says
 * no event, so it may lead to a place at each. Moves no line and changes nothing. Throws `unavailable` while the line cannot
 * be asked.
 */
export const searchVisitors = defineVerb(
  "report:read",
  searchVisitorsInput,
  async (context, { query }): Promise<VisitorSearchResult> => {
    const events = await searchedEvents(context);
    const blocked = readBlockCode(query, Date.now());
    if (blocked !== null)
      return { matches: [], blocked: blockedAt(events, blocked), hasMore: false };
    const matches = await matchesOf(context, events, query);
    return {
      matches: matches.slice(0, LISTED_MAX),
      blocked: [],
      hasMore: matches.length > LISTED_MAX,
    };
  },
);

async function matchesOf(
  context: ServiceContext,
  events: readonly SearchedEvent[],
  query: string,
): Promise<readonly VisitorMatch[]> {
  if (QUEUE_ID.test(query)) {
    const admitted = await matchQueueId(context, events, query.toLowerCase());
    if (admitted.length > 0) return admitted;
  }
  const ways = await Promise.all([
    matchSupportCode(events, query),
    matchTokenKey(events, query),
    matchAddress(context, events, query),
  ]);
  return ways.flat();
}

function blockedAt(
  events: readonly SearchedEvent[],
  { rule, atMs }: Blocked,
): readonly BlockedMatch[] {
  return events.flatMap(({ eventId, name, rules }) =>
    rules
      .filter(({ id }) => id === rule)
      .map((one) => ({
        ...{ eventId, eventName: name, rule: one.name },
        at: new Date(atMs).toISOString(),
      })),
  );
}
