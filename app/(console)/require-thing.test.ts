import { expect, test } from "vitest";
import { findPages } from "@/tools/shared/console/find-pages";
import { thingsOf } from "./require-thing";

test("no page with a name of its own is taken for a thing that there is not", async () => {
  const named = (await findPages()).filter((path) => !path.includes("["));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => thingsOf(path).length > 0)).toEqual([]);
});

test.each([
  ["/events/sale1", ["sale1"]],
  ["/events/sale1/settings", ["sale1"]],
  ["/events/sale1/settings/limits", ["sale1", "limits"]],
  ["/rules/r1", ["r1"]],
  ["/rules/versions/7", ["7"]],
  ["/docs/connectors/server", ["connectors/server"]],
  ["/reports/run1", ["run1"]],
])("%s is about %s", (path, ids) => {
  expect(thingsOf(path).map(({ id }) => id)).toEqual(ids);
});
