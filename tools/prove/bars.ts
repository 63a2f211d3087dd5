import { GOVERNOR } from "@/lib/domain/governor/governor";
import { LINE } from "@/lib/domain/line/rates";
import { atLeast, atMost, type Bars, is } from "../shared/bars";

const NONE = atMost(0);
const SOME = atLeast(1);

const NOTHING_LOST = {
  ...{ placesLost: NONE, doubledNumbers: NONE, doubleAdmissions: NONE },
  maxSlidingRatio: atMost(1),
} as const;
/** With fewer nothing was measured. */
const MEASURED = { admissions: atLeast(100) } as const;
/** What a crowd may lose while things are killed: nothing. How long it takes is only told. */
const FAULTS = { ...NOTHING_LOST, inversions: NONE, visitorErrors: NONE } as const;
/** Whatever is replaced, restored or upgraded: nothing is lost, and visitors see no error. */
const REPLACED = { ...NOTHING_LOST, ...MEASURED, visitorErrors: NONE } as const;
const HALF = { atLeast: 0.4, atMost: 0.7 } as const;
const PICTURES = { axeViolations: NONE, overflow: NONE } as const;

/**
 * What every command has to show, by what stands after `npm run`; short ones first. Benchmarks, chaos and simulations
 * judge themselves by it, and `npm run prove` runs them all.
 */
export const BARS = {
  "simulate --scenario cloudflare": { rSquared: atLeast(0.98), inversions: NONE },
  "simulate --scenario cloudflare --method random": { pValue: atLeast(0.01) },
  "simulate --scenario draw": {
    ...{ pValue: atLeast(0.01), receiptsVerified: atLeast(10_000), tamperedFound: is(1) },
  },
  "simulate --scenario fifo-to-random": { numbersKept: is(true) },
  "simulate --scenario lanes": {
    ...{ shareError: atMost(0.02), unusedShareWasted: atMost(0.05), passedOver: NONE },
  },
  "simulate --scenario governor": {
    ...{ floorReached: is(false), recovered: is(true), highestShareDown: atMost(GOVERNOR.floor) },
  },
  "simulate --scenario percentage": {
    admittedShare: { atLeast: 0.18, atMost: 0.22 },
    admittedShareOfRetriers: { atLeast: 0.18, atMost: 0.22 },
    admittedShareOfTickets: { atLeast: 0.18, atMost: 0.22 },
    ...{ maxActiveRatio: atMost(1.1), retriersRatio: atMost(1.25) },
  },
  "simulate --scenario stock": {
    ...{ admittedAfterSoldOut: NONE, leftOver: NONE, reservedTooMany: NONE },
    ...{ toldEarlySeconds: NONE, toldAfterSeconds: atMost(15) },
  },
  "simulate --scenario small-outflow": { slotsUsed: atLeast(0.95), rangeHit: atLeast(0.75) },
  "simulate --scenario schedule-edits": {
    ...{ edits: atLeast(1_000), startsWatched: atLeast(60), shownDiffersFromDone: NONE },
  },
  "simulate --scenario estimate": {
    "worlds.*.waitingErrorP95": atMost(0.05),
    "random.waitingErrorP95": atMost(0.05),
    "worlds.steady.rangeHit": atLeast(0.45),
    "worlds.steady.rangeWidth": atMost(0.15),
    "worlds.waves.rangeHit": HALF,
    "worlds.slowing.rangeHit": HALF,
    "random.rangeHit": HALF,
  },
  "fuzz --seconds 60": { throws: NONE, admissions: NONE, inputs: atLeast(100_000) },
  "bench edgeworker": {
    ...{ startOverNode: atMost(2), decideMs: atMost(1), heapMegabytes: atMost(1.5) },
  },
  "bench connector": {
    ...{
      validCookieRatio: atLeast(4),
      slidingCookieRatio: atLeast(4),
      validTokenRatio: atLeast(4),
    },
    ...{ noMatchRatio: atLeast(6), cookieVsHmac: atLeast(0.4) },
  },
  "bench challenge": {
    ...{ verifyMicroseconds: atMost(20), solveMsP50: atMost(400), solveMsP95: atMost(1_250) },
    solverBytes: atMost(4_096),
  },
  "bench page": {
    // Until the number shows: 500 bytes are kept free for what is to come.
    ...{ bytes: atMost(16_384 - 500), themedBytes: atMost(16_384), documentBytes: atMost(7_000) },
    ...{ requests: atMost(2), thirdParty: NONE, largestContentfulPaintMs: atMost(1_500) },
  },
  "crowd --visitors 2000": {
    ...{ present: atLeast(2_000), neverAdmitted: NONE, admittedTwice: NONE, errors: NONE },
    ...{ inversions: NONE, maxSlidingRatio: atMost(1) },
  },
  "crowd --advice": { ranksP: atLeast(0.01) },
  "bench waiting-room": {
    ...{ statusVsBare: atLeast(0.65), lineVsBare: atLeast(0.85), joinVsBare: atLeast(0.45) },
    ...{ limitsOnOverOff: atLeast(0.85), enterVsBare: atLeast(0.35) },
    ...{ redisCallsPerJoin: atMost(0.2), "p99Ratios.status": atMost(4) },
    ...{ "p99Ratios.line": atMost(4), p99JoinMs: atMost(100), p99EnterMs: atMost(100) },
    ...{ startOverNode: atMost(8), startMegabytes: atMost(80) },
  },
  // The room as it was before most features.
  "bench waiting-room --against aeb39b3": {
    ...{ "ratios.joinMicroseconds": atMost(1.25), "ratios.statusMicroseconds": atMost(1.05) },
    ...{ "ratios.enterMicroseconds": atMost(1), "ratios.lineMicroseconds": atMost(1) },
  },
  "bench scale": {
    ...{ twoOverOneCpu: atMost(1.1), events100OverOne: atLeast(0.9) },
    ...{ events1000OverOne: atLeast(0.8), millionOverThousandCpu: atMost(1.05) },
  },
  "bench standing": {
    ...{ bytesPerVisitor: atMost(1), baseMegabytes: atMost(250), redisMegabytes: atMost(20) },
    ...{ requestsPerVisitorHour: atMost(40), turnKnownSecondsP95: atMost(3) },
  },
  "bench idle-events": {
    ...{ workerCoreShare1000: atMost(0.15), workerCoreShare10000: atMost(0.5) },
    transactionsPerSecond: atMost(40),
  },
  "bench console": {
    ...{ pageP95Ratio: atMost(6), overviewRequests: atMost(1), viewersCoreShare: atMost(0.15) },
    ...{ postgresQueriesPerSecond: atMost(2), javascriptBefore: atMost(256_000) },
    ...{ javascriptInAll: atMost(410_000), reportSeconds: atMost(8), reportMegabytes: atMost(250) },
  },
  attack: { attacks: atLeast(48), succeeded: NONE, notCarriedOut: NONE },
  "test:documents": { examples: atLeast(59), failed: NONE, notRun: NONE },
  "test:first-hour": { failed: NONE, steps: atLeast(8) },
  "test:self-hosting": { failed: NONE, steps: atLeast(22) },
  "test:upgrade": REPLACED,
  "test:connectors": { failed: NONE },
  "chaos worker": FAULTS,
  "chaos waiting-room": FAULTS,
  "chaos redis": FAULTS,
  "chaos rolling": REPLACED,
  // ... with people in line when it is lost.
  "chaos restore": { ...REPLACED, waitingAtLoss: SOME },
  // However long Redis is away, nothing is lost, twice or too much, and it is soon over.
  "chaos redis --down 1,15,120": {
    "downs.*.placesLost": NONE,
    "downs.*.doubledNumbers": NONE,
    "downs.*.doubleAdmissions": NONE,
    "downs.*.maxSlidingRatio": atMost(1),
    "downs.*.admittedWhileFull": NONE,
    "downs.*.soldMoreThanStock": NONE,
    "downs.*.recoverySeconds": atMost(10),
    "downs.*.admissions": atLeast(100),
    "downs.*.placesShownAgain": SOME,
  },
  // The limits that the site has set hold also where Redis has forgotten them.
  "chaos redis-total-loss": {
    ...{ ...MEASURED, admittedAgainstLimits: NONE, placesLost: NONE },
    secondsUntilAdmitting: atMost(30),
  },
  // A failover loses nothing, gives nothing twice and nothing too much, and is soon over.
  "chaos redis-failover": {
    ...{ ...NOTHING_LOST, ...MEASURED, admittedWhileFull: NONE, soldMoreThanStock: NONE },
    ...{ recoverySeconds: atMost(20), lineTimeJumpSeconds: atMost(1), admissionsNearTheCap: SOME },
  },
  // Restarts of Redis cost neither the event nor those of others anything; and they were made.
  "chaos many-losses": {
    ...{ nearMs: atMost(2), joinsP95Ratio: atMost(1.2), numbersTwice: NONE },
    ...{ marksWritten: is(true), losses: atLeast(365), joinsMeasured: atLeast(500) },
  },
  // People are let in soon after a total loss, however many were before; and none of those again.
  "chaos large-run": {
    ...{ secondsUntilAdmitting: atMost(30), admittedAgain: NONE, admissionsUnknown: NONE },
    ...{ placesLost: NONE, admissions: SOME },
  },
  // What an event held is worth nothing at another with the same id; and it was tried.
  "chaos reused-id": {
    ...{ oldPlacesAdmitted: NONE, limitsInherited: NONE, timesMade: atLeast(2) },
    ...{ oldPlacesTried: atLeast(50), newcomersAdmitted: atLeast(2) },
  },
  // Of each kind some were used in the seconds that were undone: else the scenario has shown nothing.
  "chaos undone-rights": {
    ...{ ...NOTHING_LOST, ...MEASURED, rightsUsedTwice: NONE, movesUndone: NONE },
    ...{ codesInUndone: SOME, tokensInUndone: SOME, keysInUndone: SOME, movesInUndone: SOME },
  },
  "chaos ended-line": {
    ...{ passesIssuedExpired: NONE, passesOffBySeconds: atMost(5) },
    ...{ passesBefore: atLeast(4), passesAfter: atLeast(28) },
  },
  "chaos stop": { issuedAfterStop: NONE, issuedWhilePaused: NONE, cells: atLeast(60) },
  "chaos told": { wrong: NONE, mostLogLinesPerSecond: atMost(20), cells: atLeast(60) },
  "chaos told-to-sleep": {
    ...{ overtaken: NONE, soldToNewcomers: NONE, refusals: atLeast(6) },
    waitersAdmitted: atLeast(24),
  },
  // Absent visitors cost no slots, and nobody waits long behind them.
  "chaos absent": {
    ...{ firstLiveWaitSeconds: atMost(15), visitorErrors: NONE, utilisation: atLeast(0.95) },
  },
  // Nobody is overtaken, late visitors get a fifth at most; and there were some of each kind.
  "chaos order": {
    ...{ inversions: NONE, lateShare: atMost(0.2), overtakers: NONE, visitorErrors: NONE },
    ...{ lateAdmissions: atLeast(100), othersStillWaiting: SOME, straightIn: SOME },
    throughTheLine: SOME,
  },
  // A shared place is worth one admission, and asking often improves no odds.
  "chaos sharing": {
    ...{ extraAdmissions: NONE, renewals: atMost(LINE.renewLimit), oddsRatio: atMost(1.05) },
    ...{ answersChanged: NONE, admissions: is(1), differentTokens: is(1) },
  },
  // What one customer's client, site and visitors do is not felt by others, and was done.
  "chaos neighbour": {
    ...{ othersJoinP95Ratio: atMost(1.5), mostElementsRead: atMost(1_000), othersFailed: NONE },
    ...{ callMillisecondsP999: atMost(10), workerMemoryRatio: atMost(1.2) },
    ...{ joinsRemembered: atLeast(300_000), repeatedJoins: atLeast(2_000) },
    ...{ seatsEnded: atLeast(1_000_000), healthProbes: SOME },
  },
  // The figures say what the crowd was told; and it was told something of everything.
  "chaos figures": {
    ...{ differences: NONE, minutesApart: NONE },
    "observed.all.arrivals": SOME,
    "observed.all.joins.0": SOME,
    "observed.all.joins.1": SOME,
    "observed.all.no-shows": SOME,
    "observed.all.refused-full": SOME,
    "observed.all.refused-code": SOME,
    "observed.all.refused-ended": SOME,
    "observed.all.admitted-queue.0": SOME,
    "observed.all.admitted-queue.1": SOME,
  },
  // Honest visitors notice nothing; and each attack reached what it was to reach.
  "chaos intake": {
    ...{ honestCheckInP95Ms: atMost(250), honestFailed: NONE, megabytesMore: atMost(200) },
    ...{ honestCheckIns: atLeast(200), joinsSent: atLeast(18_000), joinsAnswered: atLeast(100) },
    ...{ statusSent: atLeast(1_000), statusAnswered: atLeast(1_000) },
    ...{ headsOpened: atLeast(4_400), headsHeldMost: atLeast(3_500) },
  },
  // Attackers get little, and nobody else pays for them.
  "chaos abuse": {
    "attacks.*.honestRefused": NONE,
    "attacks.*.honestAdmitted": is(300),
    "attacks.*.honestWaitRatio": atMost(1.25),
    "attacks.*.othersJoinP95Ratio": atMost(1.5),
    "attacks.one-address.placesTaken": atMost(20),
    "attacks.one-address.slotsShare": atMost(0.1),
    "attacks.one-48.placesTaken": atMost(20),
    "attacks.one-48.slotsShare": atMost(0.1),
    "attacks.replayed-proofs.placesTaken": NONE,
  },
  // Never more than the outflow in 60 s, nor than the cap; and it was measured under both.
  "chaos cap": {
    ...{ ...MEASURED, maxSlidingRatio: atMost(1), maxActiveRatio: atMost(1) },
    admissionsUnderCap: SOME,
  },
  "screenshots waiting-page": PICTURES,
  "screenshots console": { ...PICTURES, consoleErrors: NONE },
  mutations: { rows: SOME, survived: NONE },
  "simulate --scenario lives": { lives: atLeast(10_000), violations: NONE, verbsNotPlayed: NONE },
} as const satisfies Readonly<Record<string, Bars>>;

/** Throws for a command that has none: it would show nothing. */
export function barsOf(command: string): Bars {
  const bars = findBars(command);
  if (bars === null) throw new Error(`No bars are set for "${command}".`);
  return bars;
}

/** Null for a command that has none. */
export function findBars(command: string): Bars | null {
  return Object.entries<Bars>(BARS).find(([name]) => name === command)?.[1] ?? null;
}
