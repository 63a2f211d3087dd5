"use client";

import { formatNumber } from "@/components/shared/format";
import { SearchField } from "@/components/shared/search-field";
import { Segmented } from "@/components/shared/segmented";
import { SelectBox } from "@/components/shared/select-box";
import {
  ROOM_SORTS,
  type RoomFilter,
  type RoomListing,
  type RoomPage,
  type RoomSort,
} from "@/lib/domain/overview/overview-list";

const FILTERS: Record<RoomFilter, string> = {
  now: "Open",
  coming: "Coming",
  attention: "To look at",
  all: "All",
};

const SORTS: Record<RoomSort, string> = {
  attention: "What needs you first",
  name: "By name",
  waiting: "Most waiting first",
  wait: "Longest wait first",
  next: "Next start first",
  newest: "Newest first",
};

type ListingBarProps = {
  listing: RoomListing;
  counts: RoomPage["counts"];
  onChange: (change: Partial<RoomListing>) => void;
};

/** Which events are listed, by what, and a search in them. */
export function ListingBar({ listing, counts, onChange }: ListingBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-separator p-3">
      <Segmented
        label="Which events"
        value={listing.filter}
        options={(["now", "coming", "attention", "all"] as const).map((value) => ({
          value,
          label: (
            <>
              {FILTERS[value]}{" "}
              <span className="figures font-normal text-muted">{formatNumber(counts[value])}</span>
            </>
          ),
        }))}
        onChange={(filter) => onChange({ filter })}
      />
      <div className="flex w-full flex-wrap gap-2 sm:ml-auto sm:w-auto">
        <SelectBox
          label="Order"
          hideLabel
          value={listing.sort}
          options={ROOM_SORTS.map((value) => ({ value, label: SORTS[value] }))}
          onChange={(value) => {
            const sort = ROOM_SORTS.find((one) => one === value);
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
