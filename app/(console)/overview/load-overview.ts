import { readListing } from "@/components/overview/listing-params";
import type { EventFilter } from "@/lib/domain/overview/overview-list";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listOverview, type OverviewListing } from "@/lib/services/operation/live/list-overview";

export type OverviewParams = Promise<Record<string, string | string[] | undefined>>;

/** The part of the overview that the document has: one page of it, however many events there are. */
export async function loadOverview(
  context: ServiceContext,
  searchParams: OverviewParams,
  firstFilter: EventFilter,
): Promise<OverviewListing> {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const listing = readListing(new URLSearchParams(given), firstFilter);
  return (await listOverview(context, listing)).listing;
}
