import { readListing } from "@/components/overview/listing-params";
import { type EventFilter, listEvents } from "@/lib/domain/overview/overview-list";
import { totalsOf } from "@/lib/domain/overview/totals";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getOverview } from "@/lib/services/operation/live/overview";

export type OverviewParams = Promise<Record<string, string | string[] | undefined>>;

/** The part of the overview that the document has: one page of it, however many events there are. */
export async function loadOverview(
  context: ServiceContext,
  searchParams: OverviewParams,
  firstFilter: EventFilter,
) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const { events, ...rest } = (await getOverview(context)).overview;
  const listing = readListing(new URLSearchParams(given), firstFilter);
  return { page: listEvents(events, listing), totals: totalsOf(events), rest };
}
