import { expect, test } from "vitest";
import { readListing, writeListing } from "./listing-params";

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
});
