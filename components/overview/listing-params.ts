import {
  EVENT_FILTERS,
  EVENT_SORTS,
  type EventFilter,
  type EventListing,
  SEARCH_MAX,
} from "@/lib/domain/overview/overview-list";

/** What an address says of a listing; what it does not say is as it is at first. */
export function readListing(params: URLSearchParams, first: EventFilter): EventListing {
  const page = Number(params.get("page") ?? 1);
  return {
    filter: EVENT_FILTERS.find((one) => one === params.get("show")) ?? first,
    sort: EVENT_SORTS.find((one) => one === params.get("sort")) ?? "attention",
    search: (params.get("q") ?? "").slice(0, SEARCH_MAX),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Where the console answers a listing, and how the ticked events are by then. */
export function listingUrl(listing: EventListing, chosen: Iterable<string> = []): string {
  const { filter, sort, search, page } = listing;
  const query = new URLSearchParams({ filter, sort, page: String(page) });
  if (search !== "") query.set("search", search.slice(0, SEARCH_MAX));
  for (const eventId of chosen) query.append("chosen", eventId);
  return `/api/v1/overview/listing?${query}`;
}

/** The same as the part of an address after `?`, without what is so at first. */
export function writeListing(listing: EventListing, first: EventFilter): string {
  const params = new URLSearchParams();
  if (listing.filter !== first) params.set("show", listing.filter);
  if (listing.sort !== "attention") params.set("sort", listing.sort);
  if (listing.search !== "") params.set("q", listing.search);
  if (listing.page > 1) params.set("page", String(listing.page));
  return params.toString();
}
