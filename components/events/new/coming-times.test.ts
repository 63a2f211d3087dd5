import { expect, test } from "vitest";
import { comingTimes } from "./coming-times";

const SALE = {
  kind: "scheduled",
  startLocal: "2027-03-28T03:05",
  endLocal: "2027-03-28T05:00",
  // Clocks skip an hour at 02:00.
  timeZone: "Europe/Vienna",
  preQueueMinutes: 15,
} as const;

const START = Date.UTC(2027, 2, 28, 1, 5);

test("the times of a sale are said in order, over a change of the clocks", () => {
  expect(comingTimes("sale", SALE)).toEqual([
    { what: "Pre-queue opens", atMs: START - 15 * 60_000 },
    { what: "Visitors are admitted", atMs: START },
    { what: "Ends", atMs: Date.UTC(2027, 2, 28, 3) },
  ]);
});

test("a draw is said to be one", () => {
  expect(comingTimes("draw", SALE).map(({ what }) => what)).toEqual([
    ...["Visitors can enter the draw", "Draw, then visitors are admitted", "Ends"],
  ]);
});

test.each([
  ["an event all year", { kind: "always-on" }],
  ["times that nobody has typed", { startLocal: "", endLocal: "" }],
  ["a day that no calendar has", { startLocal: "2027-02-29T10:00", endLocal: "" }],
  ["an hour that the clocks skip", { startLocal: "2027-03-28T02:30", endLocal: "" }],
] as const)("nothing is promised for %s", (_, given) => {
  expect(comingTimes("sale", { ...SALE, ...given })).toEqual([]);
});

test("without a pre-queue there is none, also while its field is empty", () => {
  for (const preQueueMinutes of [0, null])
    expect(comingTimes("sale", { ...SALE, preQueueMinutes })[0]?.what).toBe(
      "Visitors are admitted",
    );
});
