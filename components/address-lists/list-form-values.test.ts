import { expect, test } from "vitest";
import type { AddressListView } from "@/lib/services/sites/address-list/address-list-view";
import { contentsOf, formValuesOf, NEW_LIST } from "./list-form-values";

test("a list sends only what its kind has", () => {
  const contents = { text: "192.0.2.0/24", url: "https://feed.example/", everyMinutes: "60" };
  expect(contentsOf({ ...NEW_LIST, contents: { kind: "typed", ...contents } })).toEqual({
    ...{ kind: "typed", text: "192.0.2.0/24" },
  });
  expect(contentsOf({ ...NEW_LIST, contents: { kind: "feed", ...contents } })).toEqual({
    ...{ kind: "feed", url: "https://feed.example/", everyMinutes: 60 },
  });
});

test("the form of a typed list has no address", () => {
  const list: AddressListView = {
    ...{ id: "l1", key: "staff", name: "Staff", kind: "typed", counts: true },
    ...{ url: null, everyMinutes: 360, entries: 1, ranges: 0, bytes: 12, skipped: 0 },
    ...{ loadedAt: null, askedAt: null, dueAt: null, lastError: null, version: 1 },
    text: "192.0.2.1",
  };
  expect(formValuesOf(list)).toEqual({
    ...{ name: "Staff", key: "staff", counts: true },
    contents: { kind: "typed", text: "192.0.2.1", url: "", everyMinutes: "360" },
  });
});
