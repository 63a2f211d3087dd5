import { z } from "zod";
import { BULK_MAX } from "@/lib/domain/overview/bulk";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import {
  EVENT_FILTERS,
  EVENT_SORTS,
  type EventPage,
  listEvents,
  SEARCH_MAX,
} from "@/lib/domain/overview/overview-list";
import { type OverviewTotals, totalsOf } from "@/lib/domain/overview/totals";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type LiveAnswer, liveAnswer } from "./inner/live-reads";
import { getOverview, type Overview } from "./overview";

/** One page of a customer's events, and what concerns them all. */
export type OverviewListing = Omit<Overview, "events"> & {
  readonly page: EventPage;
  readonly totals: OverviewTotals;
  /** Those that were asked for by their ids, as they are now; what is gone is missing. */
  readonly chosen: readonly ListedEvent[];
};

export const overviewListingInput = z.strictObject({
  filter: z.enum(EVENT_FILTERS).default("all"),
  sort: z.enum(EVENT_SORTS).default("attention"),
  search: z.string().max(SEARCH_MAX, `Search for at most ${SEARCH_MAX} characters.`).default(""),
  page: z.number().int().min(1).default(1),
  chosen: z.array(eventIdField).max(BULK_MAX, `Choose at most ${BULK_MAX} events.`).default([]),
});

type Asked = z.output<typeof overviewListingInput>;

/** What was made of one overview, for as long as that is held. */
type Made = {
  readonly totals: OverviewTotals;
  readonly answers: Map<string, LiveAnswer<OverviewListing>>;
};

/** Each takes some 30 kB. */
const ANSWERS_MAX = 100;

const madeOf = new WeakMap<Overview, Made>();

export type SharedListing = {
  readonly listing: OverviewListing;
  readonly answer: LiveAnswer<OverviewListing>;
  readonly ageMs: number;
};

/**
 * One page of the customer's events with the totals of all, at most two seconds old, from the same read as
 * `getOverview`: all who look at the same page share one answer.
 */
export const listOverview = defineVerb(
  "event:read",
  overviewListingInput,
  async (context, asked): Promise<SharedListing> => {
    const { overview, ageMs } = await getOverview(context);
    const answer = answerOf(overview, asked, context.customer.id);
    return { listing: answer.value, answer, ageMs };
  },
);

function answerOf(overview: Overview, asked: Asked, customerId: string) {
  const { totals, answers } = madeFrom(overview);
  const { filter, sort, search, page, chosen } = asked;
  const key = JSON.stringify([filter, sort, search, page, chosen.toSorted()]);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const { events, ...rest } = overview;
  const ids = new Set(chosen);
  const answer = liveAnswer(customerId, {
    ...rest,
    page: listEvents(events, asked),
    totals,
    chosen: ids.size === 0 ? [] : events.filter(({ eventId }) => ids.has(eventId)),
  });
  if (answers.size < ANSWERS_MAX) answers.set(key, answer);
  return answer;
}

function madeFrom(overview: Overview): Made {
  const known = madeOf.get(overview);
  if (known !== undefined) return known;
  const made = { totals: totalsOf(overview.events), answers: new Map() };
  madeOf.set(overview, made);
  return made;
}
