import { z } from "zod";
import { NOT_PLAYED } from "@/lib/domain/rehearsal/not-played";
import { REHEARSAL_ORDERS } from "@/lib/domain/rehearsal/what-if";
import { moment } from "./event";
import { named } from "./names";

const count = z.number().int();
const range = z.object({ low: z.number(), middle: z.number(), high: z.number() });
const wait = z.object({ median: z.number(), p95: z.number() });

const listed = z.object({
  id: z.string(),
  kind: z.enum(["what-if", "live"]),
  name: z.string(),
  state: z.enum(["queued", "running", "done", "stopped", "failed"]),
  progress: z.number(),
  problem: z.string().nullable(),
  createdBy: z.string(),
  createdAt: moment,
  endedAt: moment.nullable(),
  isStopping: z.boolean(),
});

/** A rehearsal in the list: `progress` is from 0 to 100. */
export const listedRehearsalAnswer = named("ListedRehearsal", listed.extend({}));

const variant = z.object({
  name: z.string(),
  order: z.enum(REHEARSAL_ORDERS),
  outflow: z.array(z.object({ fromMinute: count, perMinute: count })),
  opensAfterMinutes: z.number(),
  patienceMinutes: z.number().nullable(),
  noShowPercent: z.number(),
  botPercent: z.number(),
  site: z.object({ people: count, minutes: z.number() }).nullable().exactOptional(),
});

const variantOutcome = z.object({
  name: z.string(),
  clearing: range.nullable(),
  uncleared: count,
  peakWaiting: range,
  wait,
  ...{ people: z.number(), admitted: z.number(), gaveUp: z.number(), noShows: z.number() },
  botsAdmitted: z.number(),
  points: z.array(
    z.object({
      minute: z.number(),
      arrivals: z.number(),
      waiting: range,
      wait: wait.nullable(),
    }),
  ),
});

const whatIf = listed.extend({
  kind: z.literal("what-if"),
  plan: z.object({
    arrivals: z.object({
      kind: z.enum(["curve", "file", "run"]),
      label: z.string(),
      perMinute: z.array(z.number()),
    }),
    uncertaintyPercent: z.number(),
    variants: z.array(variant),
    seed: count,
    notPlayed: z.array(z.enum(NOT_PLAYED)).exactOptional(),
  }),
  outcome: z
    .object({ runs: count, scale: z.number(), variants: z.array(variantOutcome) })
    .nullable(),
});

const livePoint = z.object({
  ...{ second: z.number(), arrived: count, waiting: count, admitted: count },
});

const live = listed.extend({
  kind: z.literal("live"),
  plan: z.object({
    people: count,
    arriveSeconds: count,
    outflowPerMinute: count,
    noShowPercent: z.number(),
    minutes: count,
  }),
  outcome: livePoint
    .extend({
      people: count,
      noShows: count,
      errors: count,
      problems: z.array(z.string()),
      wait: wait.nullable(),
      points: z.array(livePoint),
      checks: z
        .object({
          tokens: count,
          fullestMinute: count,
          overtaken: count.nullable(),
          answerMs: z.number().nullable(),
          refused: count,
          letPast: count,
        })
        .exactOptional(),
    })
    .nullable(),
  copy: z.string().nullable(),
});

/** A rehearsal with all that it was made of, what came of it, and what the last real run was. */
export const rehearsalAnswer = named(
  "Rehearsal",
  z.object({
    rehearsal: z.discriminatedUnion("kind", [whatIf, live]),
    event: z.object({ eventId: z.string(), name: z.string() }).nullable(),
    lastRun: z
      .object({
        eventName: z.string(),
        run: count,
        openedAt: moment,
        end: z.object({ leftWaiting: count }).nullable(),
        ...{ joins: count, admitted: count, noShows: count, peakWaiting: count },
        clearedMinute: count.nullable(),
        joinsPerMinute: z.array(count),
        waitingPerMinute: z.array(count),
        isCut: z.boolean(),
      })
      .nullable(),
  }),
);

/** What a rehearsal of an event begins with. */
export const rehearsalDefaultsAnswer = named(
  "RehearsalDefaults",
  z.object({
    eventId: z.string(),
    name: z.string(),
    outflowPerMinute: count,
    order: z.enum(REHEARSAL_ORDERS),
    opensAfterMinutes: count,
    activeCap: count.nullable(),
    seatMinutes: count,
    notPlayed: z.array(z.enum(NOT_PLAYED)),
    runs: z.array(z.object({ number: count, openedAt: moment })),
  }),
);

/** What was expected of an event, and what happened before. */
export const rehearsalComparisonAnswer = named(
  "RehearsalComparison",
  z.object({
    rehearsal: z
      .object({ id: z.string(), clearing: range.nullable(), peakWaiting: range })
      .nullable(),
    lastRun: z
      .object({ clearedMinute: count.nullable(), waitingAtEnd: count, peakWaiting: count })
      .nullable(),
  }),
);
