import { expect, test } from "vitest";
import { keptPlaceOf } from "./kept-place";

const DAY_MS = 24 * 3_600_000;

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("a place is kept for its event alone, overwritten by a newer one, and forgotten", () => {
  const store = storage();
  const [sale, other] = ["demo:sale", "demo:other"].map((event) =>
    keptPlaceOf(
      event,
      () => store,
      () => 1_000,
    ),
  );
  expect(sale?.read()).toBeNull();
  sale?.keep("first");
  sale?.keep("second");
  expect([sale?.read(), other?.read()]).toEqual(["second", null]);
  sale?.forget();
  expect(sale?.read()).toBeNull();
});

test.each([
  [1, "sealed"],
  [-1, "sealed"],
  [29, "sealed"],
  [31, null],
  [400, null],
])("with the device's clock %i days on, what was kept is %s", (days, kept) => {
  const store = storage();
  let nowMs = 1_800_000_000_000;
  const place = keptPlaceOf(
    "demo:sale",
    () => store,
    () => nowMs,
  );
  place.keep("sealed");
  nowMs += days * DAY_MS;
  expect(place.read()).toBe(kept);
});

test("a browser that keeps nothing has no kept place, also not while the page is open", () => {
  const place = keptPlaceOf(
    "demo:sale",
    () => {
      throw new Error("SecurityError");
    },
    () => 0,
  );
  place.keep("sealed");
  place.forget();
  expect(place.read()).toBeNull();
});
