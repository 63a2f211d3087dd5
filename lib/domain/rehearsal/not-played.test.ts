import { describe, expect, test } from "vitest";
import { notPlayedOf } from "./not-played";

const PLAIN = {
  method: "fifo",
  isByLottery: false,
  lanes: 1,
  lineLimit: null,
  isGoverned: false,
  unitsPerAdmission: 1,
  countsStock: false,
} as const;

describe("what a what-if leaves out", () => {
  test("is nothing of an event with one line and nothing that holds it back", () => {
    expect(notPlayedOf(PLAIN)).toEqual([]);
    expect(notPlayedOf({ ...PLAIN, method: "random" })).toEqual([]);
  });

  test.each([
    [{ lanes: 2 }, "lanes"],
    [{ countsStock: true }, "stock"],
    [{ unitsPerAdmission: 4 }, "stock"],
    [{ lineLimit: 5_000 }, "line-limit"],
    [{ isGoverned: true }, "governor"],
    [{ isByLottery: true }, "no-line"],
    [{ method: "passthrough" }, "no-line"],
    [{ method: "reject" }, "no-line"],
  ] as const)("of an event with %j is: %s", (setting, left) => {
    expect(notPlayedOf({ ...PLAIN, ...setting })).toEqual([left]);
  });

  test("are all of them, where it has several", () => {
    const event = { ...PLAIN, lanes: 3, countsStock: true, isGoverned: true };
    expect(notPlayedOf(event)).toEqual(["lanes", "stock", "governor"]);
  });
});
