import { formatNumber } from "@/components/shared/format";
import { SearchField } from "@/components/shared/search-field";
import { Segmented } from "@/components/shared/segmented";
import { SelectBox } from "@/components/shared/select-box";
import {
  EVENT_FILTERS,
  EVENT_SORTS,
  type EventFilter,
  type EventListing,
  type EventPage,
  type EventSort,
} from "@/lib/domain/overview/overview-list";

const FILTERS: Record<EventFilter, string> = {
  now: "Open",
  coming: "Upcoming",
  attention: "Needs attention",
  all: "All",
  active: "Open or upcoming",
  tests: "Test copies",
};

const SORTS: Record<EventSort, string> = {
  attention: "Sort: needs attention",
  name: "Sort: name",
  waiting: "Sort: most waiting",
  wait: "Sort: longest wait",
  next: "Sort: next start",
  newest: "Sort: newest",
};

type ListingBarProps = {
  listing: EventListing;
  counts: EventPage["counts"];
  onChange: (change: Partial<EventListing>) => void;
};

/** Which events are listed, by what, and a search in them. */
export function ListingBar({ listing, counts, onChange }: ListingBarProps) {
  // Copies are there while a rehearsal runs; what is active has two filters here.
  const filters = EVENT_FILTERS.filter(
    (one) => one === listing.filter || (one === "tests" ? counts.tests > 0 : one !== "active"),
  );
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-separator p-3">
      <Segmented
        label="Filter events"
        value={listing.filter}
        options={filters.map((value) => ({
          value,
          label: (
            <>
              {FILTERS[value]}{" "}
              <span className="figures font-normal">{formatNumber(counts[value])}</span>
            </>
          ),
        }))}
        onChange={(filter) => onChange({ filter })}
      />
      <div className="flex w-full flex-wrap gap-2 sm:ml-auto sm:w-auto">
        <SelectBox
          label="Sort"
          hideLabel
          value={listing.sort}
          options={EVENT_SORTS.map((value) => ({ value, label: SORTS[value] }))}
          onChange={(value) => {
            const sort = EVENT_SORTS.find((one) => one === value);
            if (sort !== undefined) onChange({ sort });
          }}
          className="w-full sm:w-48"
        />
        <SearchField
          label="Search events"
          placeholder="Name or id"
          value={listing.search}
          onChange={(search) => onChange({ search })}
          className="sm:w-48"
        />
      </div>
    </div>
  );
}
