import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { releaseByStock } from "./stock-report";

describe("release by stock", () => {
  test.each([
    [{ remaining: 0, unitsPerAdmission: 1 }, 0, 0, true],
    [{ remaining: -3, unitsPerAdmission: 1 }, 0, 0, true],
    [{ remaining: 10, unitsPerAdmission: 4 }, 0, 3, false],
    [{ remaining: 10, unitsPerAdmission: 4 }, 2, 1, false],
    [{ remaining: 10, unitsPerAdmission: 4 }, 7, 0, false],
  ])("of %j with %i still buying is %i, sold out %j", (stock, reserved, mayAdmit, isSoldOut) => {
    expect(releaseByStock(stock, reserved)).toEqual({ mayAdmit, isSoldOut });
  });

  test("never lets in more than there is something for", () => {
    const count = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 8 }), count, (remaining, units, reserved) => {
        const { mayAdmit } = releaseByStock({ remaining, unitsPerAdmission: units }, reserved);
        if (mayAdmit > 0) expect((reserved + mayAdmit - 1) * units).toBeLessThan(remaining);
      }),
    );
  });
});
