import { expect, test } from "vitest";
import { EventLabels } from "./event-labels";

test("so many events have a label, and one that is out of use makes room for another", () => {
  const labels = new EventLabels(2);
  const inUse = new Set(["a", "b", "c"]);
  const labelOf = (event: string) => labels.labelOf(event, (one) => inUse.has(one));
  expect(["a", "b", "c", "a"].map(labelOf)).toEqual(["a", "b", "other", "a"]);
  inUse.delete("a");
  expect(["c", "a", "b"].map(labelOf)).toEqual(["c", "other", "b"]);
  expect(["a", "b", "c", "other"].map((label) => labels.has(label))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
