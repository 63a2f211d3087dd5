import { expect, test } from "vitest";
import { type PermitSettings, permitFor } from "./permit";

const LETTING_THROUGH: PermitSettings = {
  status: "open",
  paused: false,
  method: "passthrough",
  inviteOnly: false,
};

test("while everybody is let through a newcomer needs no place, but an invitation where one is needed", () => {
  const may = (own: Partial<PermitSettings>) => {
    const settings = { ...LETTING_THROUGH, ...own };
    return [
      permitFor(settings, "dormant", "everybody"),
      permitFor(settings, "dormant", "joined"),
    ].map((permit) => permit !== null);
  };
  expect(may({})).toEqual([true, true]);
  expect(may({ inviteOnly: true })).toEqual([false, true]);
  expect(may({ method: "fifo" })).toEqual([false, false]);
  expect(may({ paused: true })).toEqual([false, false]);
});
