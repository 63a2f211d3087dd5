import type { ListedEvent } from "./overview";

/** Which events the overview lists: `active` are those of `now` and `coming`; copies for rehearsals stand apart, in `tests` alone. */
export const EVENT_FILTERS = ["now", "coming", "attention", "all", "active", "tests"] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

/** By what it lists them. */
export const EVENT_SORTS = ["attention", "name", "waiting", "wait", "next", "newest"] as const;
export type EventSort = (typeof EVENT_SORTS)[number];

export type EventListing = {
  readonly filter: EventFilter;
  readonly sort: EventSort;
  readonly search: string;
  /** From 1. */
  readonly page: number;
};

export const EVENTS_PER_PAGE = 50;

/** As many characters are searched for. */
export const SEARCH_MAX = 100;

export type EventPage = {
  readonly events: readonly ListedEvent[];
  /** How many fit the filter and the search. */
  readonly found: number;
  readonly pages: number;
  /** The page that is answered: the last one where another was asked for. */
  readonly page: number;
  /** How many each filter has, whatever is searched for. */
  readonly counts: Readonly<Record<EventFilter, number>>;
};

const FITS: Record<EventFilter, (event: ListedEvent) => boolean> = {
  now: ({ status, isTest }) => !isTest && status === "open",
  coming: ({ nextAt, isTest }) => !isTest && nextAt !== null,
  // As the totals count: a pause is what somebody wanted.
  attention: ({ problems, isTest }) => !isTest && problems.some((one) => one !== "paused"),
  all: ({ isTest }) => !isTest,
  active: ({ status, nextAt, isTest }) => !isTest && (status === "open" || nextAt !== null),
  tests: ({ isTest }) => isTest,
};

const NAMES = new Intl.Collator("en");

/** Last where a figure is missing. */
const LAST = Number.MAX_SAFE_INTEGER;

const ORDERS: Record<EventSort, (a: ListedEvent, b: ListedEvent) => number> = {
  attention: (a, b) =>
    b.problems.length - a.problems.length ||
    Number(b.status === "open") - Number(a.status === "open") ||
    (b.waiting ?? -1) - (a.waiting ?? -1) ||
    at(a.nextAt) - at(b.nextAt) ||
    newestFirst(a, b),
  name: (a, b) => NAMES.compare(a.name, b.name),
  waiting: (a, b) => (b.waiting ?? -1) - (a.waiting ?? -1),
  wait: (a, b) => (b.waitSeconds?.high ?? -1) - (a.waitSeconds?.high ?? -1),
  next: (a, b) => at(a.nextAt) - at(b.nextAt),
  newest: newestFirst,
};

/** Times of one form stand in order as texts. */
function newestFirst({ createdAt: a }: ListedEvent, { createdAt: b }: ListedEvent): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}

function at(time: string | null): number {
  return time === null ? LAST : Date.parse(time);
}

/** One page of a listing. The order is the same each time: what is equal stands by id. */
export function listEvents(events: readonly ListedEvent[], listing: EventListing): EventPage {
  const words = listing.search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const fits = FITS[listing.filter];
  const found = events.filter((event) => fits(event) && words.every((word) => isIn(event, word)));
  const order = ORDERS[listing.sort];
  const sorted = found.toSorted((a, b) => order(a, b) || byId(a, b));
  const pages = Math.max(1, Math.ceil(sorted.length / EVENTS_PER_PAGE));
  const page = Math.min(Math.max(1, listing.page), pages);
  return {
    events: sorted.slice((page - 1) * EVENTS_PER_PAGE, page * EVENTS_PER_PAGE),
    found: found.length,
    pages,
    page,
    counts: {
      now: events.filter(FITS.now).length,
      coming: events.filter(FITS.coming).length,
      attention: events.filter(FITS.attention).length,
      all: events.filter(FITS.all).length,
      active: events.filter(FITS.active).length,
      tests: events.filter(FITS.tests).length,
    },
  };
}

function byId({ eventId: a }: ListedEvent, { eventId: b }: ListedEvent): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isIn({ name, eventId }: ListedEvent, word: string): boolean {
  return name.toLowerCase().includes(word) || eventId.toLowerCase().includes(word);
}
