import { describe, expect, test } from "vitest";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { always } from "../shared/history";
import { type Admission, figuresOf, type SeenEvent } from "./sale-figures";

const VALIDITY = 30;

/** One who was let in so many seconds after the start of line time. */
function visitor(name: string, second: number): Observation {
  return {
    ...newObservation(true, 0),
    queueNumbers: [second],
    numbers: [`1:${name}`],
    queueIds: new Set([name]),
    tokenSeconds: [second + VALIDITY],
  };
}

const admission = (queueId: string, second: number) => ({ queueId, admittedAtMs: second * 1_000 });

/** Three on the site, of whom the first leaves before the fourth comes. */
function event(overrides: Partial<SeenEvent> = {}): SeenEvent {
  return {
    seen: [visitor("a", 0), visitor("b", 10), visitor("c", 20), visitor("d", 30)],
    admitted: [admission("a", 0), admission("b", 10), admission("c", 20), admission("d", 30)],
    outflow: always(10),
    cap: always<number | null>(3),
    activeCap: 3,
    stock: 4,
    seatMs: 150_000,
    validitySeconds: VALIDITY,
    leaves: new Map([["a", 25_000]]),
    ...overrides,
  };
}

test("a line that kept everything", () => {
  expect(figuresOf([event()])).toMatchObject({
    placesLost: 0,
    doubledNumbers: 0,
    doubleAdmissions: 0,
    maxSlidingRatio: 0.4,
    admittedWhileFull: 0,
    soldMoreThanStock: 0,
    admissions: 4,
    admissionsNearTheCap: 2,
    unsold: 0,
  });
});

test("somebody let in while the site is full", () => {
  expect(figuresOf([event({ leaves: new Map() })]).admittedWhileFull).toBe(1);
});

test("a seat that only a token tells of is counted from the end of its second", () => {
  const admitted = event().admitted.filter(({ queueId }) => queueId !== "c");
  const full = event({ admitted, leaves: new Map() });
  expect(figuresOf([full])).toMatchObject({ admittedWhileFull: 1, admissions: 4 });
  const sameSecond = event({ seen: [...event().seen, visitor("e", 30)] });
  expect(figuresOf([sameSecond]).admittedWhileFull).toBe(0);
});

test("more let in than there is to sell, in the events that count it", () => {
  const figures = figuresOf([event({ stock: 3 }), event({ stock: null })]);
  expect(figures).toMatchObject({ soldMoreThanStock: 1, unsold: 0, visitors: 8 });
  expect(figuresOf([event({ stock: 6 })]).unsold).toBe(2);
});

test("a place lost, a number held twice, and two admissions of one visitor", () => {
  const changes = [
    { numbers: ["1:1", "1:5"] },
    { queueIds: new Set(["b", "other"]) },
    { numbers: ["1:9"] },
    { numbers: ["1:9"] },
  ];
  const seen = event().seen.map((one, index) => ({ ...one, ...changes[index] }));
  expect(figuresOf([event({ seen })])).toMatchObject({
    placesLost: 1,
    doubledNumbers: 1,
    doubleAdmissions: 1,
  });
});

test("that all is sold is no error of a visitor", () => {
  const errors = ['the page ended with "soldOut"', "GET / 500"];
  const seen = [{ ...visitor("a", 0), errors }];
  expect(figuresOf([event({ seen })]).visitorErrors).toBe(1);
});

describe("the cap", () => {
  const clean: Admission[] = Array.from({ length: 100 }, (_, index) =>
    admission(`q${index}`, index),
  );
  const figures = (admitted: readonly Admission[], more: Partial<SeenEvent> = {}) =>
    figuresOf([
      event({
        ...{ admitted, seen: [], outflow: always(60), cap: always<number | null>(100) },
        ...{ leaves: new Map(), ...more },
      }),
    ]);

  test("is kept by a line that lets one in each second", () => {
    expect(figures(clean)).toMatchObject({
      maxSlidingRatio: 1,
      maxActiveRatio: 1,
      admissions: 100,
      admissionsUnderCap: 100,
    });
  });

  test("is broken by one more in a minute", () => {
    const one = admission("q1", 30.5);
    expect(figures([...clean, one]).maxSlidingRatio).toBeCloseTo(61 / 60, 3);
  });

  test("is broken by one more on the site, and not when somebody has left before", () => {
    const one = admission("one more", 140);
    expect(figures([...clean, one]).maxActiveRatio).toBe(1.01);
    const leaves = new Map([["q5", 139_000]]);
    expect(figures([...clean, one], { leaves }).maxActiveRatio).toBe(1);
  });

  test("keeps its seat for a renewal, which takes no second one", () => {
    expect(figures([...clean, admission("q5", 140)]).maxActiveRatio).toBe(1);
  });

  test("counts an admission that only a visitor's token tells of, once", () => {
    const seen = [{ ...visitor("q1", 1), tokenSeconds: [31, 41] }];
    const counted = figures(clean, { seen });
    expect(counted.admissions).toBe(101);
    expect(counted.maxSlidingRatio).toBeGreaterThan(1);
  });
});
