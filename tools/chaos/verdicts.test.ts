import { describe, expect, test } from "vitest";
import type { Bar } from "./scenario";
import {
  judgeAbsent,
  judgeCap,
  judgeFailover,
  judgeFaults,
  judgeFigures,
  judgeNeighbour,
  judgeOrder,
  judgeOutages,
  judgeSharing,
  judgeTotalLoss,
  judgeUndoneRights,
} from "./verdicts";

/** The first word of a bar is the figure that it judges. */
function missed(bars: readonly Bar[]): string[] {
  return bars.filter(({ isMet }) => !isMet).map(({ text }) => text.split(" ")[0] ?? "");
}

/** Each violation, alone in a clean run, has to be found by its own bar and no other. */
function judges<Figures extends Readonly<Record<string, number>>>(
  judge: (figures: Figures) => Bar[],
  clean: Figures,
  violations: Partial<Figures>,
): void {
  test("passes a clean run", () => {
    expect(missed(judge(clean))).toEqual([]);
  });

  test.each(Object.entries(violations))("finds %s %s", (name, value) => {
    expect(missed(judge({ ...clean, [name]: value }))).toEqual([name]);
  });

  test("has a planted violation for each bar", () => {
    const judged = judge(clean).map(({ text }) => text.split(" ")[0]);
    expect(Object.keys(violations).sort()).toEqual([...judged].sort());
  });
}

describe("faults in a crowd", () => {
  judges(
    judgeFaults,
    {
      placesLost: 0,
      doubledNumbers: 0,
      doubleAdmissions: 0,
      maxSlidingRatio: 1,
      inversions: 0,
      recoverySeconds: 30,
      visitorErrors: 0,
    },
    {
      placesLost: 1,
      doubledNumbers: 1,
      doubleAdmissions: 1,
      maxSlidingRatio: 1.0017,
      inversions: 1,
      visitorErrors: 1,
    },
  );
});

describe("a failover", () => {
  const measured = { visitors: 900, unsold: 0, visitorErrors: 0 };
  judges(
    judgeFailover,
    {
      placesLost: 0,
      doubledNumbers: 0,
      doubleAdmissions: 0,
      maxSlidingRatio: 1,
      admittedWhileFull: 0,
      soldMoreThanStock: 0,
      recoverySeconds: 20,
      lineTimeJumpSeconds: 1,
      admissions: 800,
      admissionsNearTheCap: 300,
      ...measured,
    },
    {
      placesLost: 1,
      doubledNumbers: 1,
      doubleAdmissions: 1,
      maxSlidingRatio: 1.0017,
      admittedWhileFull: 1,
      soldMoreThanStock: 1,
      recoverySeconds: 20.1,
      lineTimeJumpSeconds: 1.01,
      admissions: 99,
      admissionsNearTheCap: 0,
    },
  );
});

describe("the cap", () => {
  const measured = { admissions: 2_000, admissionsUnderCap: 300, seatsGivenBack: 20 };
  judges(
    judgeCap,
    { maxSlidingRatio: 1, maxActiveRatio: 1, ...measured },
    { maxSlidingRatio: 1.0017, maxActiveRatio: 1.005, admissions: 99, admissionsUnderCap: 0 },
  );
});

describe("absent visitors", () => {
  judges(
    judgeAbsent,
    { utilisation: 0.95, firstLiveWaitSeconds: 15, visitorErrors: 0 },
    { utilisation: 0.94, firstLiveWaitSeconds: 15.1, visitorErrors: 1 },
  );

  test("finds somebody who was never let in", () => {
    const never = { utilisation: 1, firstLiveWaitSeconds: Infinity, visitorErrors: 0 };
    expect(missed(judgeAbsent(never))).toEqual(["firstLiveWaitSeconds"]);
  });
});

describe("order", () => {
  judges(
    judgeOrder,
    {
      inversions: 0,
      lateShare: 0.2,
      overtakers: 0,
      lateAdmissions: 100,
      othersStillWaiting: 1,
      straightIn: 1,
      throughTheLine: 1,
      visitorErrors: 0,
    },
    {
      inversions: 1,
      lateShare: 0.201,
      overtakers: 1,
      lateAdmissions: 99,
      othersStillWaiting: 0,
      straightIn: 0,
      throughTheLine: 0,
      visitorErrors: 1,
    },
  );
});

describe("sharing", () => {
  const clean = {
    admissions: 1,
    differentTokens: 1,
    extraAdmissions: 0,
    renewals: 2,
    oddsRatio: 1.05,
    answersChanged: 0,
  };
  judges(judgeSharing, clean, {
    admissions: 2,
    differentTokens: 2,
    extraAdmissions: 1,
    renewals: 3,
    oddsRatio: 1.06,
    answersChanged: 1,
  });

  test("finds that nobody got in", () => {
    const none = { ...clean, admissions: 0, differentTokens: 0 };
    expect(missed(judgeSharing(none))).toEqual(["admissions", "differentTokens"]);
  });
});

describe("a loud neighbour", () => {
  judges(
    judgeNeighbour,
    {
      othersJoinP95Ratio: 1.5,
      mostElementsRead: 1_000,
      callMillisecondsP999: 10,
      workerMemoryRatio: 1.2,
      joinP95MillisecondsAlone: 5,
      joinP95MillisecondsBeside: 7,
      workerMegabytesAlone: 100,
      workerMegabytesBeside: 110,
      joinsRemembered: 300_000,
      repeatedJoins: 2_000,
      seatsEnded: 1_000_000,
      healthProbes: 1,
      othersFailed: 0,
    },
    {
      othersJoinP95Ratio: 1.51,
      mostElementsRead: 1_001,
      callMillisecondsP999: 10.1,
      workerMemoryRatio: 1.21,
      joinsRemembered: 299_999,
      repeatedJoins: 1_999,
      seatsEnded: 999_999,
      healthProbes: 0,
      othersFailed: 1,
    },
  );
});

describe("outages", () => {
  const clean = {
    placesLost: 0,
    doubledNumbers: 0,
    doubleAdmissions: 0,
    maxSlidingRatio: 1,
    admittedWhileFull: 0,
    soldMoreThanStock: 0,
    recoverySeconds: 10,
    admissions: 100,
    unsold: 3,
    placesShownAgain: 1,
    visitorErrors: 1,
  };

  test("pass at the bars", () => {
    expect(missed(judgeOutages({ "1": clean, "15": clean }))).toEqual([]);
  });

  test.each([
    ["placesLost", 1],
    ["doubledNumbers", 1],
    ["doubleAdmissions", 1],
    ["maxSlidingRatio", 1.001],
    ["admittedWhileFull", 1],
    ["soldMoreThanStock", 1],
    ["recoverySeconds", 10.1],
    ["admissions", 99],
    ["placesShownAgain", 0],
  ])("find %s = %d in the second of them", (name, value) => {
    const judged = judgeOutages({ "1": clean, "15": { ...clean, [name]: value } });
    expect(judged.filter(({ isMet }) => !isMet).map(({ text }) => text.split(" is ")[0])).toEqual([
      `${name} after 15 s`,
    ]);
  });
});

describe("a total loss", () => {
  judges(
    judgeTotalLoss,
    { admittedAgainstLimits: 0, placesLost: 0, secondsUntilAdmitting: 30, admissions: 100 },
    { admittedAgainstLimits: 1, placesLost: 1, secondsUntilAdmitting: 30.1, admissions: 99 },
  );
});

describe("undone rights", () => {
  const used = { codesInUndone: 1, tokensInUndone: 1, keysInUndone: 1, movesInUndone: 1 };
  const nothing = { placesLost: 0, doubledNumbers: 0, doubleAdmissions: 0 };
  judges(
    judgeUndoneRights,
    {
      ...{ ...nothing, ...used, rightsUsedTwice: 0, movesUndone: 0 },
      ...{ maxSlidingRatio: 1, admissions: 100 },
    },
    {
      ...{ placesLost: 1, doubledNumbers: 1, doubleAdmissions: 1, maxSlidingRatio: 1.01 },
      ...{ rightsUsedTwice: 1, movesUndone: 1, admissions: 99 },
      ...{ codesInUndone: 0, tokensInUndone: 0, keysInUndone: 0, movesInUndone: 0 },
    },
  );
});

describe("figures by minute", () => {
  const told = {
    arrivals: 9,
    "joins.0": 4,
    "joins.1": 3,
    "no-shows": 2,
    "refused-full": 2,
    "refused-code": 1,
    "admitted-queue.0": 3,
    "admitted-queue.1": 2,
    "refused-ended": 1,
  };
  const equal = { differences: 0, minutesApart: 0 };
  judges<Readonly<Record<string, number>>>(
    ({ differences = 0, minutesApart = 0, ...observed }) =>
      judgeFigures({ differences, minutesApart }, observed),
    { ...equal, ...told },
    {
      differences: 1,
      minutesApart: 1,
      ...Object.fromEntries(Object.keys(told).map((name) => [name, 0])),
    },
  );
});
