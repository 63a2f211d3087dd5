import { GOVERNOR } from "@/lib/domain/governor/governor";
import { LINE } from "@/lib/domain/line/rates";
import type { Bar, Bars } from "../shared/bars";

const NOTHING_LOST =
  "placesLost <= 0, doubledNumbers <= 0, doubleAdmissions <= 0, maxSlidingRatio <= 1";
/** With fewer nothing was measured. */
const MEASURED = "admissions >= 100";
/** What a crowd may lose while things are killed: nothing. How long it takes is only told. */
const FAULTS = `${NOTHING_LOST}, inversions <= 0, visitorErrors <= 0`;
/** Whatever is replaced, restored or upgraded: nothing is lost, and visitors see no error. */
const REPLACED = `${NOTHING_LOST}, ${MEASURED}, visitorErrors <= 0`;
const PICTURES = "axeViolations <= 0, overflow <= 0, consoleErrors <= 0";

/** By what stands after `npm run`; short ones first. */
const TABLE = {
  "simulate --scenario cloudflare": "rSquared >= 0.98, inversions <= 0",
  "simulate --scenario cloudflare --method random": "pValue >= 0.01",
  "simulate --scenario draw": "pValue >= 0.01, receiptsVerified >= 10000, tamperedFound = 1",
  "simulate --scenario fifo-to-random": "numbersKept = true",
  "simulate --scenario lanes": "shareError <= 0.02, unusedShareWasted <= 0.05, passedOver <= 0",
  "simulate --scenario governor": `
    floorReached = false, recovered = true, highestShareDown <= ${GOVERNOR.floor}`,
  "simulate --scenario percentage": `
    admittedShare >= 0.18, admittedShare <= 0.22, admittedShareOfRetriers >= 0.18,
    admittedShareOfRetriers <= 0.22, admittedShareOfTickets >= 0.18, admittedShareOfTickets <= 0.22,
    maxActiveRatio <= 1.1, retriersRatio <= 1.25`,
  "simulate --scenario stock": `
    admittedAfterSoldOut <= 0, leftOver <= 0, reservedTooMany <= 0, toldEarlySeconds <= 0,
    toldAfterSeconds <= 15`,
  "simulate --scenario small-outflow": "slotsUsed >= 0.95, rangeHit >= 0.75",
  // A cut costs those in the region their time, and nobody else anything.
  "simulate --scenario regions": `
    neverAdmitted <= 0, admittedTwice <= 0, inversions <= 0, maxSlidingRatio <= 1, admittedInCut <= 0,
    slotsUsed >= 0.95, farLaterSeconds <= 1, movedLaterSecondsP95 <= 20, touchedByCut >= 100`,
  "simulate --scenario schedule-edits":
    "edits >= 1000, startsWatched >= 60, shownDiffersFromDone <= 0",
  // Nobody can know that shares of no-shows stay as they are: there more of the ranges hold, and have to be narrow.
  "simulate --scenario estimate": `
    worlds.*.waitingErrorP95 <= 0.05, random.waitingErrorP95 <= 0.05, worlds.*.*.rangeHit >= 0.75,
    worlds.*.*.earlierThanSaid <= 0.1, random.atJoin.earlierThanSaid <= 0.1,
    random.atJoin.rangeHit >= 0.75, random.atJoin.rangeHit <= 0.95,
    worlds.waves.*.rangeHit <= 0.95, worlds.slowing.*.rangeHit <= 0.95,
    worlds.steady.later.rangeWidth <= 0.1, worlds.noShows20.later.rangeWidth <= 0.22,
    worlds.noShows45.later.rangeWidth <= 0.33, worlds.noShows70.later.rangeWidth <= 0.45,
    worlds.changed.later.rangeWidth <= 0.25, worlds.small.later.rangeWidth <= 0.5`,
  "fuzz --seconds 60": "throws <= 0, admissions <= 0, inputs >= 100000",
  "bench edgeworker": "startOverNode <= 2, decideMs <= 1, heapMegabytes <= 1.5",
  "bench connector": `
    validCookieRatio >= 4, slidingCookieRatio >= 4, validTokenRatio >= 4, noMatchRatio >= 6,
    cookieVsHmac >= 0.4, behindNginx >= 0.35`,
  "bench api": "readsPerSecondOverHello >= 0.25, p95Ms <= 100, consolePageP95Ratio <= 1.2",
  "bench challenge":
    "verifyMicroseconds <= 20, solveMsP50 <= 400, solveMsP95 <= 1250, solverBytes <= 4096",
  // Until the number shows: 500 bytes are kept free for what is to come.
  "bench page": `
    bytes <= ${16_384 - 500}, themedBytes <= 16384, documentBytes <= 7000, requests <= 2, thirdParty <= 0,
    largestContentfulPaintMs <= 1500`,
  "crowd --visitors 2000": `
    present >= 2000, neverAdmitted <= 0, admittedTwice <= 0, errors <= 0, inversions <= 0,
    maxSlidingRatio <= 1`,
  "crowd --advice": "ranksP >= 0.01",
  "bench waiting-room": `
    statusVsBare >= 0.65, lineVsBare >= 0.85, joinVsBare >= 0.45, limitsOnOverOff >= 0.85,
    enterVsBare >= 0.35, redisCallsPerJoin <= 0.2, p99Ratios.status <= 4, p99Ratios.line <= 4,
    p99JoinMs <= 100, p99EnterMs <= 100, startOverNode <= 8, startMegabytes <= 80`,
  // The room as it was before most features.
  "bench waiting-room --against aeb39b3": `
    ratios.joinMicroseconds <= 1.25, ratios.statusMicroseconds <= 1.05, ratios.enterMicroseconds <= 1,
    ratios.lineMicroseconds <= 1`,
  "bench scale": `
    twoOverOneCpu <= 1.1, events100OverOne >= 0.9, events1000OverOne >= 0.8, millionOverThousandCpu <= 1.05`,
  // Once a second, and a little more where two ask at once.
  "bench cdn": "reachesTheRoomPerSecond <= 3, ageMsMax <= 1500, strangersAnswers <= 0",
  // The overview is that of a customer whose all events are.
  "bench cluster": `
    redisOverOne.masters1 <= 1.15, redisOverOne.masters2 <= 1.15, redisOverOne.masters3 <= 1.15,
    workerCoreShare <= 0.25, overviewP95 <= 2000, visitedEvents >= 1000, waiting >= 10000`,
  "bench standing": `
    bytesPerVisitor <= 1, baseMegabytes <= 250, redisMegabytes <= 20, requestsPerVisitorHour <= 40,
    turnKnownSecondsP95 <= 3`,
  "bench standing --visitors 10000000": `
    bytesPerVisitor <= 0.2, baseMegabytes <= 250, requestsPerVisitorHour <= 40, turnKnownSecondsP95 <= 3,
    joinedForReal >= 1000000`,
  "bench idle-events":
    "workerCoreShare1000 <= 0.15, workerCoreShare10000 <= 0.5, transactionsPerSecond <= 40",
  "bench console": `
    pageP95Ratio <= 6, overviewRequests <= 1, viewersCoreShare <= 0.15, postgresQueriesPerSecond <= 2,
    javascriptBefore <= 256000, javascriptInAll <= 410000, reportSeconds <= 8, reportMegabytes <= 250`,
  attack: "attacks >= 48, succeeded <= 0, notCarriedOut <= 0",
  "test:documents": "examples >= 59, failed <= 0, notRun <= 0",
  "test:forward-auth": "failed <= 0, steps >= 5",
  "test:first-hour": "failed <= 0, steps >= 8",
  "test:self-hosting": "failed <= 0, steps >= 22",
  "test:upgrade": REPLACED,
  "test:connectors": "failed <= 0",
  "chaos worker": FAULTS,
  "chaos waiting-room": FAULTS,
  "chaos redis": FAULTS,
  "chaos rolling": REPLACED,
  // ... with people in line when it is lost.
  "chaos restore": `${REPLACED}, waitingAtLoss >= 1`,
  // However long Redis is away, nothing is lost, twice or too much, and it is soon over.
  "chaos redis --down 1,15,120": `
    downs.*.placesLost <= 0, downs.*.doubledNumbers <= 0, downs.*.doubleAdmissions <= 0,
    downs.*.maxSlidingRatio <= 1, downs.*.admittedWhileFull <= 0, downs.*.soldMoreThanStock <= 0,
    downs.*.recoverySeconds <= 10, downs.*.admissions >= 100, downs.*.placesShownAgain >= 1`,
  // The limits that the site has set hold also where Redis has forgotten them.
  "chaos redis-total-loss": `
    ${MEASURED}, admittedAgainstLimits <= 0, placesLost <= 0, secondsUntilAdmitting <= 30`,
  // A failover loses nothing, gives nothing twice and nothing too much, and is soon over.
  "chaos redis-failover": `
    ${NOTHING_LOST}, ${MEASURED}, admittedWhileFull <= 0, soldMoreThanStock <= 0, recoverySeconds <= 20,
    lineTimeJumpSeconds <= 1, admissionsNearTheCap >= 1`,
  "chaos cluster-failover": `
    ${NOTHING_LOST}, ${MEASURED}, admittedWhileFull <= 0, soldMoreThanStock <= 0, recoverySeconds <= 20,
    lineTimeJumpSeconds <= 1, admissionsNearTheCap >= 1, promotions >= 2`,
  "chaos cluster-reshard": `
    ${NOTHING_LOST}, ${MEASURED}, admittedWhileFull <= 0, soldMoreThanStock <= 0, recoverySeconds <= 20,
    lineTimeJumpSeconds <= 1, admissionsNearTheCap >= 1, slotsMoved >= 4`,
  "chaos room-cut-off": `
    ${NOTHING_LOST}, ${MEASURED}, admittedWhileFull <= 0, soldMoreThanStock <= 0, visitorErrors <= 0,
    recoverySeconds <= 20, lineTimeJumpSeconds <= 1, admissionsNearTheCap >= 1, cutOffForSure >= 2,
    admittedByReturned >= 2`,
  // A region whose link is cut lets nobody in, keeps all places, and the others go on; before, only joins and entries go home.
  "chaos region-cut": `
    ${NOTHING_LOST}, ${MEASURED}, admittedWhileFull <= 0, visitorErrors <= 0, recoverySeconds <= 20,
    backSeconds <= 20, lineTimeJumpSeconds <= 1, admissionsNearTheCap >= 1, admittedInCutRegion <= 0, waitedThere >= 10,
    admittedAtHome >= 10, admittedMoved >= 10, roundTrips.page <= 0.5, roundTrips.status <= 0.5,
    roundTrips.join <= 1.5, roundTrips.enter <= 1.5`,
  // Restarts of Redis cost neither the event nor those of others anything; and they were made.
  "chaos many-losses": `
    nearMs <= 2, joinsP95Ratio <= 1.2, numbersTwice <= 0, marksWritten = true, losses >= 365,
    joinsMeasured >= 500`,
  // People are let in soon after a total loss, however many were before; and none of those again.
  "chaos large-run": `
    secondsUntilAdmitting <= 30, admittedAgain <= 0, admissionsUnknown <= 0, placesLost <= 0, admissions >= 1`,
  // What an event held is worth nothing at another with the same id; and it was tried.
  "chaos reused-id": `
    oldPlacesAdmitted <= 0, limitsInherited <= 0, timesMade >= 2, oldPlacesTried >= 50, newcomersAdmitted >= 2`,
  // Of each kind some were used in the seconds that were undone: else the scenario has shown nothing.
  "chaos undone-rights": `
    ${NOTHING_LOST}, ${MEASURED}, rightsUsedTwice <= 0, movesUndone <= 0, codesInUndone >= 1,
    tokensInUndone >= 1, keysInUndone >= 1, movesInUndone >= 1`,
  // Nothing is lost, mixed up or unsigned, whatever other receivers do; and there were ten thousand.
  "chaos webhooks":
    "lost <= 0, outOfOrder <= 0, unsigned <= 0, delayedByOthersP95Ratio <= 1.2, happened >= 10000, kills >= 2",
  "chaos ended-line":
    "passesIssuedExpired <= 0, passesOffBySeconds <= 5, passesBefore >= 4, passesAfter >= 28",
  "chaos stop": "issuedAfterStop <= 0, issuedWhilePaused <= 0, cells >= 60",
  "chaos told": "wrong <= 0, mostLogLinesPerSecond <= 20, cells >= 60",
  "chaos told-to-sleep":
    "overtaken <= 0, soldToNewcomers <= 0, refusals >= 6, waitersAdmitted >= 24",
  // Absent visitors cost no slots, and nobody waits long behind them.
  "chaos absent": "firstLiveWaitSeconds <= 15, visitorErrors <= 0, utilisation >= 0.95",
  // Nobody is overtaken, late visitors get a fifth at most; and there were some of each kind.
  "chaos order": `
    inversions <= 0, lateShare <= 0.2, overtakers <= 0, visitorErrors <= 0, lateAdmissions >= 100,
    othersStillWaiting >= 1, straightIn >= 1, throughTheLine >= 1`,
  // A shared place is worth one admission, and asking often improves no odds.
  "chaos sharing": `
    extraAdmissions <= 0, renewals <= ${LINE.renewLimit}, oddsRatio <= 1.05, answersChanged <= 0,
    admissions = 1, differentTokens = 1`,
  // What one customer's client, site and visitors do is not felt by others, and was done.
  "chaos neighbour": `
    othersJoinP95Ratio <= 1.5, mostElementsRead <= 1000, othersFailed <= 0, callMillisecondsP999 <= 10,
    workerMemoryRatio <= 1.2, joinsRemembered >= 300000, repeatedJoins >= 2000, seatsEnded >= 1000000,
    healthProbes >= 1`,
  // The figures say what the crowd was told; and it was told something of everything.
  "chaos figures": `
    differences <= 0, minutesApart <= 0, observed.all.arrivals >= 1, observed.all.joins.0 >= 1,
    observed.all.joins.1 >= 1, observed.all.no-shows >= 1, observed.all.refused-full >= 1,
    observed.all.refused-code >= 1, observed.all.refused-ended >= 1, observed.all.admitted-queue.0 >= 1,
    observed.all.admitted-queue.1 >= 1`,
  // Honest visitors notice nothing; and each attack reached what it was to reach.
  "chaos intake": `
    honestCheckInP95Ms <= 250, honestFailed <= 0, megabytesMore <= 200, honestCheckIns >= 200,
    joinsSent >= 18000, joinsAnswered >= 100, statusSent >= 1000, statusAnswered >= 1000, headsOpened >= 4400,
    headsHeldMost >= 3500`,
  // Attackers get little, and nobody else pays for them.
  "chaos abuse": `
    attacks.*.honestRefused <= 0, attacks.*.honestAdmitted = 300, attacks.*.honestWaitRatio <= 1.25,
    attacks.*.othersJoinP95Ratio <= 1.5, attacks.one-address.placesTaken <= 20,
    attacks.one-address.slotsShare <= 0.1, attacks.one-48.placesTaken <= 20, attacks.one-48.slotsShare <= 0.1,
    attacks.replayed-proofs.placesTaken <= 0`,
  // Never more than the outflow in 60 s, nor than the cap; and it was measured under both.
  "chaos cap": `${MEASURED}, maxSlidingRatio <= 1, maxActiveRatio <= 1, admissionsUnderCap >= 1`,
  "screenshots waiting-page": PICTURES,
  "screenshots console": PICTURES,
  mutations: "rows >= 1, survived <= 0",
  // Everything that the registry has was called, and did what the document says.
  api: `
    operations >= 157, untested <= 0, verbsWithoutOperation <= 0, schemaViolations <= 0,
    idempotencyViolations <= 0, tenantLeaks <= 0, sales.client = true, sales.commands = true,
    sales.manifest = true`,
  // What was written for others drives an installation with an address changed.
  compat: "failed <= 0, cloudflare.operations >= 24, queueit.passed >= 18, akamai.passed >= 4",
  // Nothing that is sent leads to an answer that the document does not name; and a part of it was carried out.
  "fuzz --only api": `
    requests >= 100000, serverErrors <= 0, undocumented <= 0, leaks <= 0, broken <= 0, accepted >= 5000`,
  "simulate --scenario sums": "runs >= 500, mismatches <= 0",
  "simulate --scenario lives": "lives >= 10000, violations <= 0, verbsNotPlayed <= 0",
} as const;

const KINDS: Readonly<Record<string, keyof Bar>> = { ">=": "atLeast", "<=": "atMost", "=": "is" };

/** `name >= 2, group.*.name <= 5, other = true`. Throws for what is no bar. */
function readBars(text: string): Bars {
  const bars: Record<string, Bar> = {};
  for (const one of text.trim().split(/,\s+/)) {
    const [, path = "", sign = "", bound = ""] =
      /^(\S+) (>=|<=|=) ([\d.]+|true|false)$/.exec(one) ?? [];
    if (path === "") throw new Error(`There is no bar in: ${one}`);
    bars[path] = { ...bars[path], [KINDS[sign] ?? sign]: JSON.parse(bound) };
  }
  return bars;
}

/** What every command has to show: they judge themselves by it, and `npm run prove` runs them all. */
export const BARS: Readonly<Record<string, Bars>> = Object.fromEntries(
  Object.entries(TABLE).map(([command, text]) => [command, readBars(text)]),
);

/** Throws for a command that has none: it would show nothing. */
export function barsOf(command: string): Bars {
  const bars = findBars(command);
  if (bars === null) throw new Error(`No bars are set for "${command}".`);
  return bars;
}

/** Null for a command that has none. */
export function findBars(command: string): Bars | null {
  return Object.hasOwn(BARS, command) ? (BARS[command] ?? null) : null;
}
