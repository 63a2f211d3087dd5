import { describe, expect, test } from "vitest";
import { seatsLeft, waitForSeat, waitsForSeat } from "./seats-left";

const HALF_AN_HOUR = { activeCap: 1, sessionMinutes: 26, queueTokenValiditySeconds: 120 };

describe("the wait for a seat", () => {
  const wait = (ahead: number, seats: Parameters<typeof waitForSeat>[2]) =>
    waitForSeat(ahead, { outflow: 6_000 }, seats);

  test("is as long as visits take to end once the active cap is full", () => {
    const one = { free: 0, each: 1_800 };
    expect(wait(0, one)?.high).toBe(1_800);
    expect(wait(6, one)).toEqual({ low: 6 * 1_800, high: 7 * 1_800 });
    // Fifty leave in as many minutes as one visit takes.
    expect(wait(99, { free: 0, each: 36 })).toEqual({ low: 3_564, high: 3_600 });
  });

  test("goes by the outflow for those who still find a seat, and where there is no cap", () => {
    const seats = { free: 10, each: 18 };
    expect(wait(9, seats)?.high).toBeLessThan(1);
    expect([waitsForSeat(seats, 9), waitsForSeat(seats, 10), waitsForSeat(null, 10)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(wait(10, seats)?.high).toBe(18);
    expect(wait(599, null)?.high).toBeGreaterThan(6);
    expect(wait(599, null)?.high).toBeLessThan(8);
  });
});

test("the cap in force is the lower one of settings and inlet, and a rest of seats counts as none", () => {
  const seats = (settings: object, seatsTaken: number, limits = "") =>
    seatsLeft({ ...HALF_AN_HOUR, ...settings }, { seatsTaken, limits });
  expect(seats({ activeCap: null }, 5)).toBeNull();
  expect(seats({ activeCap: null }, 5, "grants=3;inletCap=10;")?.free).toBe(5);
  expect(seats({ activeCap: 100 }, 5, "inletCap=10;")?.free).toBe(5);
  expect(seats({ activeCap: 100 }, 95)?.free).toBe(0);
  expect(seats({ activeCap: 100 }, 94)?.free).toBe(6);
  expect(seats({ activeCap: 1 }, 0)?.free).toBe(1);
  expect(seats({ activeCap: 1 }, 3)?.free).toBe(0);
  const { each = 0 } = seats({ activeCap: 1 }, 1) ?? {};
  expect(each).toBeGreaterThan(26 * 60);
});
