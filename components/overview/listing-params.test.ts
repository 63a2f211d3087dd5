import { expect, test } from "vitest";
import { listingUrl, readListing, writeListing } from "./listing-params";

const read = (text: string) => readListing(new URLSearchParams(text), "now");

test("what an address says of a listing is what was written", () => {
  const listing = { filter: "all", sort: "name", search: "spring sale", page: 3 } as const;
  expect(read(writeListing(listing, "now"))).toEqual(listing);
});

test("an address says only what is not so at first, and nonsense counts as nothing", () => {
  const first = { filter: "now", sort: "attention", search: "", page: 1 } as const;
  expect(writeListing(first, "now")).toBe("");
  expect(writeListing(first, "all")).toBe("show=now");
  expect(read("show=gone&sort=__proto__&page=-2&q=")).toEqual(first);
  expect(read("page=1.5").page).toBe(1);
  expect(read("page=1e300").page).toBe(1);
});

test("a listing is asked for with the ticked events, and with no more of a search than is searched for", () => {
  const listing = { filter: "all", sort: "name", search: "a".repeat(101), page: 2 } as const;
  const { pathname, searchParams } = new URL(listingUrl(listing, ["x", "y"]), "http://console");
  expect(pathname).toBe("/api/v1/overview/listing");
  expect([...searchParams]).toEqual([
    ["filter", "all"],
    ["sort", "name"],
    ["page", "2"],
    ["search", "a".repeat(100)],
    ["chosen", "x"],
    ["chosen", "y"],
  ]);
  expect(listingUrl({ ...listing, search: "" })).not.toContain("search=");
});
