import { expect, test } from "vitest";
import { attentionOf } from "./attention";

test.each([
  [0, true, "0", "No problems"],
  [2, true, "2", null],
  [0, null, "–", "The lines can’t be reached"],
  [3, null, "–", "The lines can’t be reached"],
  [0, false, "–", "No waiting-room server is running"],
])("%i troubles, served: %s", (troubles, isServed, figure, text) => {
  expect(attentionOf(troubles, isServed)).toEqual({ figure, text });
});
