import { z } from "zod";
import { FIGURE_KINDS } from "@/lib/domain/figures/figures";
import { moment } from "./event";
import { challengeCostAnswer } from "./live";
import { named } from "./names";

const count = z.number().int();
const timeMs = z.number();

/** A run in the list of reports. */
export const runAnswer = named(
  "Run",
  z.object({
    runId: z.string(),
    eventId: z.string(),
    eventName: z.string(),
    run: count,
    openedAt: moment,
    endedAt: moment.nullable(),
    joined: count,
    admitted: count,
    isPublished: z.boolean(),
  }),
);

/** Where everybody reads a published report. */
export const publishedUrlsAnswer = z.object({ pageUrl: z.string(), url: z.string() });

export const runReportAnswer = named(
  "RunReport",
  z.object({
    runId: z.string(),
    eventId: z.string(),
    eventName: z.string(),
    timeZone: z.string(),
    run: count,
    openedAt: moment,
    endedAt: moment.nullable(),
    totals: z.partialRecord(z.enum(FIGURE_KINDS), count),
    sums: z.object({
      arrived: count,
      turnedAway: count,
      joined: count,
      admitted: count,
      waiting: count,
      left: count,
      noShows: count,
      removed: count,
    }),
    challenges: challengeCostAnswer.nullable(),
    acts: z.array(z.object({ id: z.string(), at: moment, sentence: z.string() })),
    hasMoreActs: z.boolean(),
    published: publishedUrlsAnswer.extend({ at: moment, by: z.string() }).nullable(),
    publicKey: z.string(),
  }),
);

const figures = z.object({
  rows: count,
  totals: z.object({
    line: count,
    straightIn: count,
    notHeld: count,
    afterEvent: count,
    staffLink: count,
    renewals: count,
    other: count,
    outOfTurn: count.optional(),
  }),
  fullestMinute: z
    .object({ ratio: z.number(), admitted: count, allowed: z.number(), atMs: timeMs })
    .nullable(),
  order: z.object({ afterHigher: count, inversions: count, furthest: count }),
  numbersTwice: count.nullable(),
  waits: z.object({
    known: count,
    unknown: count,
    counts: z.array(count),
    medianMinutes: z.number().nullable(),
    slowestTenthMinutes: z.number().nullable(),
    longestMinutes: z.number().nullable(),
  }),
});

/** What is recomputed from the admissions of a run. */
export const fairnessAnswer = named(
  "FairnessReport",
  z.object({
    figures,
    method: z.string(),
    draw: z
      .object({
        commitment: z.string(),
        file: z.string(),
        members: count,
        verdict: z.enum(["provable", "not-provable", "tampered"]),
        findings: z.array(z.string()),
      })
      .nullable(),
    countedThroughMs: timeMs,
    isFinal: z.boolean(),
    writtenAt: moment,
  }),
);

/** A row of the file of admissions. `way` is the type of redirect, and `out_of_turn` 1 for who was admitted so. */
const exportedAdmission = z.object({
  admitted_at: moment,
  lane: count,
  number: count,
  renewal: count,
  way: z.string(),
  queue_id: z.string(),
  out_of_turn: count,
});

/** A row of the file of minutes: empty where nobody took the figure. */
const exportedMinute = z.object({
  minute: moment,
  lane: count,
  ...Object.fromEntries(
    FIGURE_KINDS.map((kind) => [kind.replaceAll("-", "_"), z.union([count, z.literal("")])]),
  ),
});

export const exportedRowAnswer = z.union([
  named("ExportedAdmission", exportedAdmission),
  named("ExportedMinute", exportedMinute),
]);
