import { expect, test } from "vitest";
import { countOvertakers } from "./overtakers";

test("an overtaker takes the slot of somebody called and under way", () => {
  const one = { number: 1, calledAtMs: 0, askedAtMs: 1_000, admittedAtMs: 1_010 };
  const newcomers = [{ number: 2, admittedAtMs: 500 }];
  const none = { overtakers: 0, besideCalled: 0 };
  expect(countOvertakers([one], newcomers)).toEqual({ ...none, besideCalled: 1 });
  const refused = { ...one, admittedAtMs: 1_500 };
  expect(countOvertakers([refused], newcomers)).toEqual({ overtakers: 1, besideCalled: 1 });
  expect(countOvertakers([{ ...refused, calledAtMs: -6_000 }], newcomers)).toEqual(none);
  expect(countOvertakers([{ ...refused, number: 3 }], newcomers)).toEqual(none);
});
