import { expect, test } from "vitest";
import { refusalAfter } from "./refusal";

const message = "Check the fields.";

test.each([
  ["a refusal of no field goes with any change", [], "name", null],
  ["a refusal goes with its field", ["name"], "name", null],
  ["and stays while another of its fields is as it was", ["name", "email"], "name", ["email"]],
  ["a change elsewhere leaves it", ["name"], "email", ["name"]],
  ["a part of a group counts for the group", ["lanes"], "lanes.0.weight", null],
  ["and the group for its parts", ["lanes.0.weight"], "lanes", null],
  ["names that only begin alike are others", ["name"], "names", ["name"]],
  ["a form that begins anew says nothing", ["name"], undefined, null],
])("%s", (_what, paths, changed, left) => {
  expect(refusalAfter({ message, paths }, changed)).toEqual(
    left === null ? null : { message, paths: left },
  );
});
