import { z } from "zod";
import { FIGURE_KINDS, SAMPLES } from "@/lib/domain/figures/figures";
import { TIMELINE_RANGES } from "@/lib/domain/figures/timeline";
import { EVENT_PROBLEMS } from "@/lib/domain/overview/overview";
import { drawAnswer } from "./draw";
import { eventAnswer, moment } from "./event";
import { named } from "./names";

const count = z.number().int();
/** Line time. */
const timeMs = z.number();
const waitRange = z.object({ low: z.number(), high: z.number() });
const phase = z.enum([
  ...(["draft", "before", "pre-queue", "drawing", "dormant"] as const),
  ...(["queueing", "running", "ended", "stopped", "rejected"] as const),
]);
const suspension = z.enum(["hold", "let-through"]).nullable();

/** What challenges cost people. */
export const challengeCostAnswer = z.object({
  challenged: count,
  solved: count,
  failed: count,
  gaveUp: count,
  blocked: count,
  heldFalse: count,
  medianSeconds: z.number().nullable(),
  p95Seconds: z.number().nullable(),
});

const laneAnswer = z.object({
  name: z.string(),
  isDefault: z.boolean(),
  share: z.number().nullable(),
  servingNumber: count,
  lastNumber: count,
  waiting: count,
  admittedLastMinute: count,
  expectedWaitSeconds: waitRange.nullable(),
});

const lineAnswer = named(
  "Line",
  z.object({
    lineTimeMs: timeMs,
    phase,
    paused: z.boolean(),
    runId: count,
    settingsVersion: count,
    outflowPerMinute: z.number(),
    activeCap: count.nullable(),
    seatsTaken: count,
    unknownSeats: count,
    stock: count.nullable(),
    soldOut: z.boolean(),
    salesReported: z.boolean(),
    grants: count.nullable(),
    waiting: count,
    sums: z.object({
      joined: count,
      admitted: count,
      left: count,
      removed: count,
      waiting: count,
      noShows: count,
    }),
    admittedLastMinute: count,
    admittedOutsideCap: count,
    laneMode: z.enum(["ordered", "weighted"]),
    lanes: z.array(laneAnswer),
    expectedWaitSeconds: waitRange.nullable(),
    shows: z.object({ called: count, noShows: count }),
    seats: z.object({ free: z.number(), each: z.number() }).nullable(),
    waitsForSeat: z.boolean(),
    recovering: z.boolean(),
    timeUnknown: z.boolean(),
    losses: count,
    nodesAlive: count,
    nodes: z.array(z.object({ id: z.string(), settingsVersion: count, seenAtMs: timeMs })),
    series: z.array(z.object({ atMs: timeMs, joined: count, admitted: count, waiting: count })),
  }),
);

/** An event with the live figures of its line. */
export const liveAnswer = named(
  "LiveFigures",
  z.object({
    event: eventAnswer,
    snapshot: lineAnswer.nullable(),
    inForce: z.object({ settingsVersion: count, onAllNodes: z.boolean(), nodes: count }),
    draw: drawAnswer.nullable(),
    governor: z
      .object({
        reason: z.enum(["learning", "failing", "slow-from-start", "slow", "growing"]),
      })
      .nullable(),
    challenges: challengeCostAnswer.nullable(),
    standing: z.object({
      suspension,
      limits: z.object({
        maxEvents: count.nullable(),
        maxOutflowPerMinute: count.nullable(),
        maxWaiting: count.nullable(),
      }),
    }),
  }),
);

const problems = z.array(z.enum(EVENT_PROBLEMS));

const listedEvent = z.object({
  eventId: z.string(),
  name: z.string(),
  kind: z.enum(["always-on", "scheduled"]),
  status: z.enum(["draft", "open", "stopped"]),
  isTest: z.boolean(),
  paused: z.boolean(),
  letThrough: z.boolean(),
  phase: phase.nullable(),
  waiting: count.nullable(),
  admitted: count.nullable(),
  admittedPerMinute: count.nullable(),
  outflowPerMinute: z.number(),
  setOutflowPerMinute: z.number(),
  waitSeconds: waitRange.nullable(),
  nextAt: moment.nullable(),
  createdAt: moment,
  series: z.array(z.number().nullable()),
  problems,
});

/** What concerns all events of a customer. */
const OF_ALL = {
  suspension,
  isServed: z.boolean().nullable(),
  connectors: z
    .object({
      current: count,
      unconfirmed: count,
      behind: count,
      waiting: count,
      silent: count,
    })
    .nullable(),
};

/** All events of the customer. */
export const overviewAnswer = named(
  "Overview",
  z.object({ events: z.array(listedEvent), ...OF_ALL }),
);

/** One page of them, with the totals of all. */
export const overviewListingAnswer = named(
  "OverviewListing",
  z.object({
    page: z.object({
      events: z.array(listedEvent),
      found: count,
      pages: count,
      page: count,
      counts: z.object({
        now: count,
        coming: count,
        attention: count,
        all: count,
        active: count,
        tests: count,
      }),
    }),
    totals: z.object({
      open: count,
      paused: count,
      waiting: count.nullable(),
      admittedPerMinute: count.nullable(),
      openings: z.array(
        z.object({ eventId: z.string(), name: z.string(), at: moment, willOpen: z.boolean() }),
      ),
      troubled: count,
      troubles: z.array(z.object({ eventId: z.string(), name: z.string(), problems })),
    }),
    chosen: z.array(listedEvent),
    ...OF_ALL,
  }),
);

const COUNTS = z.enum(FIGURE_KINDS).exclude(SAMPLES);

export const timelineAnswer = named(
  "Timeline",
  z.object({
    eventId: z.string(),
    name: z.string(),
    timeZone: z.string(),
    runs: z.array(z.object({ run: count, openedAt: moment, endedAt: moment.nullable() })),
    run: count.nullable(),
    range: z.enum([...TIMELINE_RANGES, "between"]),
    fromMs: timeMs,
    untilMs: timeMs,
    stepMinutes: count,
    lanes: z.array(z.string()),
    lane: count.nullable(),
    points: z.array(
      z.object({
        atMs: timeMs,
        minutes: count,
        counts: z.partialRecord(COUNTS, count).nullable(),
        waiting: count.nullable(),
        outflowPerMinute: count.nullable(),
        expectedWaitSeconds: z.number().nullable(),
      }),
    ),
    marks: z.array(
      z.object({ id: z.string(), atMs: timeMs, verb: z.string(), sentence: z.string() }),
    ),
    hasMoreMarks: z.boolean(),
  }),
);

/** Figures of some minutes, by lane of a run; what is missing did not happen. */
export const figuresAnswer = named(
  "Figures",
  z.object({
    from: moment,
    lanes: z.array(
      z.object({
        run: count,
        lane: count,
        figures: z.partialRecord(z.enum(FIGURE_KINDS), count),
      }),
    ),
  }),
);

/** How often an access rule has decided. */
export const ruleCountAnswer = z.object({ rule: count, inRun: count, lately: count });
