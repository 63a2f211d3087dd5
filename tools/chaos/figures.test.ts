import { describe, expect, test } from "vitest";
import { always } from "../shared/history";
import { utilisationOf, waitSecondsOf } from "./absent";
import { compareFigures } from "./figures-store";
import { type NeighbourSeen, neighbourFigures, scriptP999Of, slowCallsOf } from "./neighbour";
import { countOvertakers, entrantsOf, shareOfLate } from "./order";
import { oddsOf, sharingOf } from "./sharing";
import { everyAdmission } from "./watch-line";

describe("admissions from the stream and from Postgres", () => {
  const one = { queueNumber: 1, queueId: "q1", renewal: 0, redirectType: "queue" };
  const first = { ...one, admittedAtMs: 1_000 };

  test("count once when both tell of them", () => {
    expect(everyAdmission([first], [first])).toEqual([first]);
  });

  test("count twice when one number was let in twice", () => {
    const again = { ...one, admittedAtMs: 20_000 };
    expect(everyAdmission([again], [first])).toEqual([first, again]);
  });
});

describe("absent visitors", () => {
  const minute = { fromMs: 60_000, untilMs: 120_000 };
  const every = (ms: number) =>
    Array.from({ length: 180_000 / ms }, (_, index) => ({ admittedAtMs: index * ms }));

  test("the utilisation is the share of the slots between two moments", () => {
    expect(utilisationOf(every(1_000), 60, minute)).toBe(1);
    expect(utilisationOf(every(1_200), 60, minute)).toBeCloseTo(0.833, 3);
  });

  test("whoever was never let in waited for ever", () => {
    expect(waitSecondsOf({ joinedAtMs: 1_000, admittedAtMs: 13_540 })).toBe(12.5);
    expect(waitSecondsOf({ joinedAtMs: 1_000, admittedAtMs: null })).toBe(Infinity);
  });
});

describe("order", () => {
  const line = { lineTimeOf: (monotonicMs: number) => monotonicMs + 1_000 };
  const visitor = (number: number, firstAskedAtMs: number | null) => ({
    queueNumbers: [number],
    firstAskedAtMs,
  });

  test("the late ones' share is of all slots of the minute, used or not", () => {
    const late = new Set([1, 2]);
    const admitted = [1, 2, 3, 4].map((queueNumber) => ({ queueNumber, admittedAtMs: 5_000 }));
    const after = { queueNumber: 1, admittedAtMs: 65_000 };
    const share = { lateShare: 0.2, lateAdmissions: 2 };
    expect(shareOfLate([...admitted, after], late, always(10), 5_000)).toEqual(share);
  });

  test("entrants are those who asked and were let in, in line time", () => {
    const admitted = [
      { queueNumber: 4, admittedAtMs: 12_500 },
      { queueNumber: 6, admittedAtMs: 13_000 },
    ];
    const visitors = [visitor(4, 11_000), visitor(6, null), visitor(7, 11_000)];
    expect(entrantsOf(line, visitors, admitted)).toEqual([
      { rank: 4, askedAtMs: 12_000, admittedAtMs: 12_500 },
    ]);
  });
});

test("an overtaker takes the slot of somebody called and under way", () => {
  const one = { rank: 1, calledAtMs: 0, askedAtMs: 1_000, admittedAtMs: 1_010 };
  const newcomers = [{ rank: 2, admittedAtMs: 500 }];
  expect(countOvertakers([one], newcomers)).toBe(0);
  const refused = { ...one, admittedAtMs: 1_500 };
  expect(countOvertakers([refused], newcomers)).toBe(1);
  expect(countOvertakers([{ ...refused, calledAtMs: -6_000 }], newcomers)).toBe(0);
  expect(countOvertakers([{ ...refused, rank: 3 }], newcomers)).toBe(0);
});

describe("a shared place", () => {
  const tokens = { rush: ["token"], repeated: ["token", "token"] };
  const clean = { ...tokens, admissions: 1, beforeHour: 3, afterHour: 3, tokensAfterHour: 0 };

  test("is worth one token, however often the winner asks", () => {
    const one = { admissions: 1, extraAdmissions: 0, differentTokens: 1 };
    expect(sharingOf(clean)).toEqual(one);
  });

  test.each([
    ["a second claim that got in", { rush: ["token", "token"] }],
    ["a token an hour later", { tokensAfterHour: 1 }],
    ["an admission an hour later", { afterHour: 4 }],
  ])("counts %s as one too many", (_what, violation) => {
    expect(sharingOf({ ...clean, ...violation }).extraAdmissions).toBe(1);
  });

  test("tells a repeated answer with another token", () => {
    expect(sharingOf({ ...clean, repeated: ["another"] }).differentTokens).toBe(2);
  });
});

describe("the odds of asking many times", () => {
  const times = (count: number, answers: readonly boolean[]) =>
    Array.from({ length: count }, () => answers);
  const once = [...times(50, [true]), ...times(50, [false])].flat();

  test("are those of asking once where each answer is the same", () => {
    const many = [...times(5, [true, true, true]), ...times(5, [false, false, false])];
    expect(
      oddsOf([
        { many, once },
        { many, once },
      ]),
    ).toMatchObject({
      ...{ oddsRatio: 1, answersChanged: 0 },
    });
  });

  test("are higher where one more answer may win", () => {
    const changed = times(1, [false, true]);
    const many = [...times(5, [true, true]), ...changed, ...times(4, [false, false])];
    const higher = { oddsRatio: 1.2, answersChanged: 1 };
    expect(oddsOf([{ many, once }])).toMatchObject(higher);
  });
});

describe("what a loud neighbour costs", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const seen: NeighbourSeen = {
    joinsAlone: upTo(100),
    joinsBeside: upTo(100).map((ms) => 2 * ms),
    reads: { join: 300, enter: 700 },
    callMillisecondsP999: 1.25,
    memoryAlone: [90, 100, 80],
    memoryBeside: [100, 150],
  };

  test("is told against the time without, and by the call that read the most", () => {
    expect(neighbourFigures(seen)).toMatchObject({
      othersJoinP95Ratio: 2,
      mostElementsRead: 700,
      workerMemoryRatio: 1.5,
    });
  });

  test("is never small where nothing was measured", () => {
    const { othersJoinP95Ratio } = neighbourFigures({ ...seen, joinsBeside: [] });
    expect(othersJoinP95Ratio).toBe(Number.POSITIVE_INFINITY);
    expect(scriptP999Of("")).toBe(Number.POSITIVE_INFINITY);
  });

  test("names what took long", () => {
    const words = ["evalsha", "abc", "2", "wr:{c:e}:line", "wr:{c:e}:spent"];
    const entry = [7, 1_700_000_000, 12_345, words];
    expect(slowCallsOf([entry])).toEqual(["A call took 12 ms: wr:{c:e}:line wr:{c:e}:spent"]);
  });

  test("is read from what Redis says of its calls", () => {
    const info = "latency_percentiles_usec_eval:p50=1.003,p99=2.007,p99.9=3.007\r\n";
    const ofScripts = "latency_percentiles_usec_evalsha:p50=80.127,p99=301.055,p99.9=1003.519\r\n";
    expect(scriptP999Of(info + ofScripts)).toBeCloseTo(1.003519);
  });
});

describe("figures", () => {
  const all = { arrivals: 5, joins: 4, "joins.0": 3, "joins.1": 1 };
  const stored = new Map(Object.entries(all));
  const told = new Map([...stored].filter(([name]) => name !== "joins"));

  test("what was told by lane is compared by lane and in all", () => {
    expect(compareFigures(told, stored)).toMatchObject({ different: [], observed: all });
  });

  test("a join in another lane, one too many and a figure of which nobody was told are different", () => {
    const wrong = new Map(stored);
    wrong.set("joins.0", 2).set("joins.1", 2).set("arrivals", 6).set("renewed", 1);
    const names = compareFigures(told, wrong).different.map(({ name }) => name);
    expect(names).toEqual(["arrivals", "joins.0", "joins.1", "renewed"]);
  });

  test("what is not stored at all is different", () => {
    expect(compareFigures(told, new Map()).different).toHaveLength(4);
  });
});
