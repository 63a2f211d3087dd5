import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { EventFilter, EventListing } from "@/lib/domain/overview/overview-list";
import { readListing, writeListing } from "./listing-params";

/** Nobody reads what is found for half a word. */
const TYPED_MS = 200;

/**
 * What is listed, which stands in the address. `asked` follows `listing` at once, and once somebody stops typing where
 * that is what changed it.
 */
export function useListing(firstFilter: EventFilter) {
  const pathname = usePathname();
  const params = useSearchParams();
  const [listing, setListing] = useState(() => readListing(params, firstFilter));
  const [asked, setAsked] = useState(listing);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const change = (changed: Partial<EventListing>) => {
    const next = { ...listing, page: 1, ...changed };
    const isTyped = next.search !== listing.search && next.search !== "";
    setListing(next);
    clearTimeout(typing.current);
    if (isTyped) typing.current = setTimeout(() => setAsked(next), TYPED_MS);
    else setAsked(next);
    const query = writeListing(next, firstFilter);
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return { listing, asked, change };
}
