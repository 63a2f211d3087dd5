import { expect, test } from "vitest";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { failoverFigures, type SeenEvent } from "./failover-figures";

const VALIDITY = 30;
const MEASURED = { recoverySeconds: 9, lineTimeJumpSeconds: 0.1 };

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

const admission = (queueId: string, second: number) => ({
  queueId,
  queueNumber: second,
  renewal: 0,
  redirectType: "queue",
  admittedAtMs: second * 1_000,
});

/** Three on the site, of whom the first leaves before the fourth comes. */
function event(overrides: Partial<SeenEvent> = {}): SeenEvent {
  return {
    seen: [visitor("a", 0), visitor("b", 10), visitor("c", 20), visitor("d", 30)],
    admitted: [admission("a", 0), admission("b", 10), admission("c", 20), admission("d", 30)],
    outflowPerMinute: 10,
    activeCap: 3,
    stock: 4,
    seatMs: 150_000,
    validitySeconds: VALIDITY,
    leaves: new Map([["a", 25_000]]),
    ...overrides,
  };
}

test("a line that kept everything", () => {
  expect(failoverFigures([event()], MEASURED)).toMatchObject({
    placesLost: 0,
    doubledNumbers: 0,
    doubleAdmissions: 0,
    maxSlidingRatio: 0.4,
    admittedWhileFull: 0,
    soldMoreThanStock: 0,
    ...MEASURED,
    admissions: 4,
    admissionsNearTheCap: 2,
    unsold: 0,
  });
});

test("somebody let in while the site is full", () => {
  const figures = failoverFigures([event({ leaves: new Map() })], MEASURED);
  expect(figures.admittedWhileFull).toBe(1);
});

test("a seat that only a token tells of is counted from the end of its second", () => {
  const admitted = event().admitted.filter(({ queueId }) => queueId !== "c");
  const full = event({ admitted, leaves: new Map() });
  expect(failoverFigures([full], MEASURED)).toMatchObject({ admittedWhileFull: 1, admissions: 4 });
  const sameSecond = event({
    seen: [...event().seen, visitor("e", 30)],
    leaves: new Map([["a", 25_000]]),
  });
  expect(failoverFigures([sameSecond], MEASURED).admittedWhileFull).toBe(0);
});

test("more let in than there is to sell, in the events that count it", () => {
  const figures = failoverFigures([event({ stock: 3 }), event({ stock: null })], MEASURED);
  expect(figures).toMatchObject({ soldMoreThanStock: 1, unsold: 0, visitors: 8 });
  expect(failoverFigures([event({ stock: 6 })], MEASURED).unsold).toBe(2);
});

test("a place lost, a number held twice, and two admissions of one visitor", () => {
  const [a, b, c, d] = event().seen.map((seen) => ({ ...seen }));
  const seen = [
    { ...newObservation(true, 0), ...a, numbers: ["1:1", "1:5"] },
    { ...newObservation(true, 0), ...b, queueIds: new Set(["b", "other"]) },
    { ...newObservation(true, 0), ...c, numbers: ["1:9"] },
    { ...newObservation(true, 0), ...d, numbers: ["1:9"] },
  ];
  expect(failoverFigures([event({ seen })], MEASURED)).toMatchObject({
    placesLost: 1,
    doubledNumbers: 1,
    doubleAdmissions: 1,
  });
});

test("that all is sold is no error of a visitor", () => {
  const errors = ['the page ended with "soldOut"', "GET / 500"];
  const seen = [{ ...visitor("a", 0), errors }];
  expect(failoverFigures([event({ seen })], MEASURED).visitorErrors).toBe(1);
});
