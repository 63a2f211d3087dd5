import { expect, test } from "vitest";
import { findPages } from "@/tools/shared/console/find-pages";
import { thingOf } from "./require-thing";

test("no page with a name of its own is taken for a thing that there is not", async () => {
  const named = (await findPages()).filter((path) => !path.includes("["));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => thingOf(path) !== null)).toEqual([]);
});

test.each([
  ["/events/sale1", "sale1"],
  ["/events/sale1/settings/limits", "sale1"],
  ["/rules/r1", "r1"],
  ["/reports/run1", "run1"],
])("%s is about one", (path, id) => {
  expect(thingOf(path)?.id).toBe(id);
});
