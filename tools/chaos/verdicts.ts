import { LINE } from "@/lib/domain/line/rates";
import type { AbsentFigures } from "./absent-figures";
import type { CapFigures } from "./cap-figures";
import type { FailoverFigures } from "./failover-figures";
import type { NeighbourFigures } from "./neighbour-figures";
import type { OrderFigures } from "./order-figures";
import type { DownFigures } from "./outage";
import type { ReusedIdFigures } from "./reused-id-figures";
import type { ChaosReport } from "./run-chaos";
import { atLeast, atMost, type Bar } from "./scenario";
import type { SharingFigures } from "./sharing-figures";

/** With fewer nothing was measured. */
const LEAST_ADMISSIONS = 100;
const LEAST_LATE_ADMISSIONS = 100;

/** What a crowd may lose while things are killed: nothing. How long it takes is only told. */
export function judgeFaults({
  recoverySeconds: _,
  maxSlidingRatio,
  ...losses
}: ChaosReport): Bar[] {
  return [
    atMost("maxSlidingRatio", maxSlidingRatio, 1),
    ...Object.entries(losses).map(([name, count]) => atMost(name, count, 0)),
  ];
}

/** Never more than the outflow in 60 s, nor than the cap; and it was measured under both. */
export function judgeCap(figures: CapFigures): Bar[] {
  return [
    atMost("maxSlidingRatio", figures.maxSlidingRatio, 1),
    atMost("maxActiveRatio", figures.maxActiveRatio, 1),
    atLeast("admissions", figures.admissions, LEAST_ADMISSIONS),
    atLeast("admissionsUnderCap", figures.admissionsUnderCap, 1),
  ];
}

/** A failover loses nothing, gives nothing twice and nothing too much, and is soon over; and there was a crowd. */
export function judgeFailover(figures: FailoverFigures): Bar[] {
  return [
    atMost("placesLost", figures.placesLost, 0),
    atMost("doubledNumbers", figures.doubledNumbers, 0),
    atMost("doubleAdmissions", figures.doubleAdmissions, 0),
    atMost("maxSlidingRatio", figures.maxSlidingRatio, 1),
    atMost("admittedWhileFull", figures.admittedWhileFull, 0),
    atMost("soldMoreThanStock", figures.soldMoreThanStock, 0),
    atMost("recoverySeconds", figures.recoverySeconds, 20),
    atMost("lineTimeJumpSeconds", figures.lineTimeJumpSeconds, 1),
    atLeast("admissions", figures.admissions, LEAST_ADMISSIONS),
    atLeast("admissionsNearTheCap", figures.admissionsNearTheCap, 1),
  ];
}

/** However long Redis is away, nothing is lost, twice or too much, and it is soon over; and there was a crowd. */
export function judgeOutages(downs: Readonly<Record<string, DownFigures>>): Bar[] {
  return Object.entries(downs).flatMap(([seconds, figures]) => {
    const named = (name: keyof DownFigures) => `${name} after ${seconds} s`;
    const none = [
      "placesLost",
      "doubledNumbers",
      "doubleAdmissions",
      "admittedWhileFull",
      "soldMoreThanStock",
    ] as const;
    return [
      ...none.map((name) => atMost(named(name), figures[name], 0)),
      atMost(named("maxSlidingRatio"), figures.maxSlidingRatio, 1),
      atMost(named("recoverySeconds"), figures.recoverySeconds, 10),
      atLeast(named("admissions"), figures.admissions, LEAST_ADMISSIONS),
      atLeast(named("placesShownAgain"), figures.placesShownAgain, 1),
    ];
  });
}

/** The limits that the site has set hold also where Redis has forgotten them, and all places are kept. */
export function judgeTotalLoss(figures: {
  readonly admittedAgainstLimits: number;
  readonly placesLost: number;
  readonly secondsUntilAdmitting: number;
  readonly admissions: number;
}): Bar[] {
  return [
    atMost("admittedAgainstLimits", figures.admittedAgainstLimits, 0),
    atMost("placesLost", figures.placesLost, 0),
    atMost("secondsUntilAdmitting", figures.secondsUntilAdmitting, 30),
    atLeast("admissions", figures.admissions, LEAST_ADMISSIONS),
  ];
}

/** Restarts of Redis cost neither the event nor those of others anything; and they were made. */
export function judgeManyLosses(figures: {
  readonly nearMs: number;
  readonly marksWritten: boolean;
  readonly joinsP95Ratio: number;
  readonly losses: number;
  readonly numbersTwice: number;
  readonly joinsMeasured: number;
}): Bar[] {
  return [
    atMost("nearMs", figures.nearMs, 2),
    atLeast("marksWritten", Number(figures.marksWritten), 1),
    atMost("joinsP95Ratio", figures.joinsP95Ratio, 1.2),
    atLeast("losses", figures.losses, 365),
    atMost("numbersTwice", figures.numbersTwice, 0),
    atLeast("joinsMeasured", figures.joinsMeasured, 500),
  ];
}

/** People are let in soon after a total loss, however many were before; and none of those again. */
export function judgeLargeRun(figures: {
  readonly secondsUntilAdmitting: number;
  readonly admittedAgain: number;
  readonly admissionsUnknown: number;
  readonly placesLost: number;
  readonly admissions: number;
}): Bar[] {
  return [
    atMost("secondsUntilAdmitting", figures.secondsUntilAdmitting, 30),
    atMost("admittedAgain", figures.admittedAgain, 0),
    atMost("admissionsUnknown", figures.admissionsUnknown, 0),
    atMost("placesLost", figures.placesLost, 0),
    atLeast("admissions", figures.admissions, 1),
  ];
}

/** What an event held is worth nothing at another with the same id; and it was tried. */
export function judgeReusedId(figures: ReusedIdFigures): Bar[] {
  return [
    atMost("oldPlacesAdmitted", figures.oldPlacesAdmitted, 0),
    atMost("limitsInherited", figures.limitsInherited, 0),
    atLeast("timesMade", figures.timesMade, 2),
    atLeast("oldPlacesTried", figures.oldPlacesTried, 50),
    atLeast("newcomersAdmitted", figures.newcomersAdmitted, figures.timesMade),
  ];
}

/** Of each kind some were used in the seconds that were undone: else the scenario has shown nothing. */
export function judgeUndoneRights(figures: {
  readonly placesLost: number;
  readonly doubledNumbers: number;
  readonly doubleAdmissions: number;
  readonly maxSlidingRatio: number;
  readonly rightsUsedTwice: number;
  readonly movesUndone: number;
  readonly codesInUndone: number;
  readonly tokensInUndone: number;
  readonly keysInUndone: number;
  readonly movesInUndone: number;
  readonly admissions: number;
}): Bar[] {
  return [
    atMost("placesLost", figures.placesLost, 0),
    atMost("doubledNumbers", figures.doubledNumbers, 0),
    atMost("doubleAdmissions", figures.doubleAdmissions, 0),
    atMost("maxSlidingRatio", figures.maxSlidingRatio, 1),
    atMost("rightsUsedTwice", figures.rightsUsedTwice, 0),
    atMost("movesUndone", figures.movesUndone, 0),
    atLeast("codesInUndone", figures.codesInUndone, 1),
    atLeast("tokensInUndone", figures.tokensInUndone, 1),
    atLeast("keysInUndone", figures.keysInUndone, 1),
    atLeast("movesInUndone", figures.movesInUndone, 1),
    atLeast("admissions", figures.admissions, LEAST_ADMISSIONS),
  ];
}

/** Whatever is replaced, restored or upgraded: nothing is lost, nothing given twice, and visitors see no error. */
export function judgePromises(figures: {
  readonly placesLost: number;
  readonly doubledNumbers: number;
  readonly doubleAdmissions: number;
  readonly maxSlidingRatio: number;
  readonly visitorErrors: number;
  readonly admissions: number;
}): Bar[] {
  return [
    atMost("placesLost", figures.placesLost, 0),
    atMost("doubledNumbers", figures.doubledNumbers, 0),
    atMost("doubleAdmissions", figures.doubleAdmissions, 0),
    atMost("maxSlidingRatio", figures.maxSlidingRatio, 1),
    atMost("visitorErrors", figures.visitorErrors, 0),
    atLeast("admissions", figures.admissions, LEAST_ADMISSIONS),
  ];
}

/** Absent visitors cost no slots, and nobody waits long behind them. */
export function judgeAbsent(figures: AbsentFigures): Bar[] {
  return [
    atLeast("utilisation", figures.utilisation, 0.95),
    atMost("firstLiveWaitSeconds", figures.firstLiveWaitSeconds, 15),
    atMost("visitorErrors", figures.visitorErrors, 0),
  ];
}

/** Nobody is overtaken, late visitors get a fifth at most; and there were some of each kind. */
export function judgeOrder(figures: OrderFigures): Bar[] {
  return [
    atMost("inversions", figures.inversions, 0),
    atMost("lateShare", figures.lateShare, 0.2),
    atMost("overtakers", figures.overtakers, 0),
    atLeast("lateAdmissions", figures.lateAdmissions, LEAST_LATE_ADMISSIONS),
    atLeast("othersStillWaiting", figures.othersStillWaiting, 1),
    atLeast("straightIn", figures.straightIn, 1),
    atLeast("throughTheLine", figures.throughTheLine, 1),
    atMost("visitorErrors", figures.visitorErrors, 0),
  ];
}

/** A shared place is worth one admission, and asking often improves no odds. */
export function judgeSharing(figures: SharingFigures): Bar[] {
  return [
    exactly("admissions", figures.admissions, 1),
    exactly("differentTokens", figures.differentTokens, 1),
    atMost("extraAdmissions", figures.extraAdmissions, 0),
    atMost("renewals", figures.renewals, LINE.renewLimit),
    atMost("oddsRatio", figures.oddsRatio, 1.05),
    atMost("answersChanged", figures.answersChanged, 0),
  ];
}

/** What one customer's client, site and visitors do is not felt by others, and was done. */
export function judgeNeighbour(figures: NeighbourFigures): Bar[] {
  return [
    atMost("othersJoinP95Ratio", figures.othersJoinP95Ratio, 1.5),
    atMost("mostElementsRead", figures.mostElementsRead, 1_000),
    atMost("callMillisecondsP999", figures.callMillisecondsP999, 10),
    atMost("workerMemoryRatio", figures.workerMemoryRatio, 1.2),
    atLeast("joinsRemembered", figures.joinsRemembered, 300_000),
    atLeast("repeatedJoins", figures.repeatedJoins, 2_000),
    atLeast("seatsEnded", figures.seatsEnded, 1_000_000),
    atLeast("healthProbes", figures.healthProbes, 1),
    atMost("othersFailed", figures.othersFailed, 0),
  ];
}

function exactly(name: string, value: number, wanted: number): Bar {
  return { text: `${name} is ${value}, ${wanted} is wanted`, isMet: value === wanted };
}

/** The figures say what the crowd was told, and it was told something of everything. */
export function judgeFigures(
  figures: { readonly differences: number; readonly minutesApart: number },
  observed: Readonly<Record<string, number>>,
): Bar[] {
  const told = ["arrivals", "joins.0", "joins.1", "no-shows", "refused-full", "refused-code"];
  return [
    atMost("differences", figures.differences, 0),
    atMost("minutesApart", figures.minutesApart, 0),
    ...[...told, "admitted-queue.0", "admitted-queue.1", "refused-ended"].map((name) =>
      atLeast(name, observed[name] ?? 0, 1),
    ),
  ];
}
