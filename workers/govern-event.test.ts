import { expect, test } from "vitest";
import { GOVERNOR } from "@/lib/domain/governor/governor";
import { wholeRound } from "./govern-event";

test("a site that answers nothing is judged by one round, however few requests that had time for", () => {
  const judged = wholeRound([null, null, null, null]);
  expect(judged).toEqual(Array(GOVERNOR.probes).fill(null));
});

test("a site that answers, and one that was not asked, is judged by its answers alone", () => {
  expect(wholeRound([null, 120, null])).toEqual([null, 120, null]);
  expect(wholeRound([])).toEqual([]);
});
