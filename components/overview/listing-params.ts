import {
  EVENT_FILTERS,
  EVENT_SORTS,
  type EventFilter,
  type EventListing,
} from "@/lib/domain/overview/overview-list";

/** What an address says of a listing; what it does not say is as it is at first. */
export function readListing(params: URLSearchParams, first: EventFilter): EventListing {
  const page = Number(params.get("page") ?? 1);
  return {
    filter: EVENT_FILTERS.find((one) => one === params.get("show")) ?? first,
    sort: EVENT_SORTS.find((one) => one === params.get("sort")) ?? "attention",
    search: (params.get("q") ?? "").slice(0, 100),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
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
