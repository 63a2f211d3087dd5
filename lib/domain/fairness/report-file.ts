import { z } from "zod";
import { type FairnessFigures, WAIT_BOUNDS } from "./figures";

export const FAIRNESS_FORMAT = "stanchion-fairness/1";
export const FAIRNESS_TAG = `${FAIRNESS_FORMAT}\n`;

const count = z.number().int().min(0);
const instant = z.number().int();
const hash = z.string().regex(/^[\da-f]{64}$/);
const pair = z.tuple([z.number().int(), count]);

const figures = z.strictObject({
  rows: count,
  totals: z.strictObject({
    line: count,
    straightIn: count,
    notHeld: count,
    afterEvent: count,
    staffLink: count,
    renewals: count,
    other: count,
    /** Only where there is one; older versions counted it with "line". */
    outOfTurn: count.optional(),
  }),
  fullestMinute: z
    .strictObject({ ratio: z.number(), admitted: count, allowed: count, atMs: instant })
    .nullable(),
  order: z.strictObject({ afterHigher: count, inversions: count, furthest: count }),
  numbersTwice: count.nullable(),
  waits: z.strictObject({
    known: count,
    unknown: count,
    counts: z
      .array(count)
      .length(WAIT_BOUNDS.length + 1)
      .readonly(),
    medianMinutes: count.nullable(),
    slowestTenthMinutes: count.nullable(),
    longestMinutes: count.nullable(),
  }),
}) satisfies z.ZodType<FairnessFigures>;

const people = z.strictObject({
  arrived: count,
  turnedAway: count,
  joined: count,
  admitted: count,
  waiting: count,
  left: count,
  noShows: count,
  removed: count,
});

const draw = z.strictObject({
  /** Names the draw: SHA-256 of its commitment. */
  commitment: hash,
  /** SHA-256 of the published draw. */
  file: hash,
  members: count,
  verdict: z.enum(["provable", "not-provable", "tampered"]),
  /** What the check found, in its own codes. */
  findings: z.array(z.string()),
});

/** The schema names each field in the order in which it stands in the file. */
const body = z.strictObject({
  format: z.literal(FAIRNESS_FORMAT),
  customer: z.strictObject({ id: z.string(), name: z.string() }),
  event: z.strictObject({ id: z.string(), name: z.string() }),
  run: z.number().int().min(1),
  /** Of the database, so that a check finds the run. */
  runKey: z.string(),
  /** `fifo`, `random`, `passthrough` or `reject`: in random order nobody is before anybody. */
  method: z.string(),
  openedAtMs: instant,
  endedAtMs: instant,
  /** Admissions before this line time are counted. */
  countedThroughMs: instant,
  writtenAtMs: instant,
  startMs: instant,
  safetyNetPerMinute: count,
  outflow: z.array(pair.readonly()).readonly(),
  figures,
  admissions: z.strictObject({
    stepMs: z.number().int().min(1_000),
    steps: z.array(z.tuple([z.number().int(), count, hash]).readonly()).readonly(),
    digest: hash,
  }),
  draw: draw.nullable(),
  /** From these milliseconds on so much was in force; reports of older versions tell it by the minute alone. */
  inForce: z.array(pair.readonly()).readonly().optional(),
  /** What became of everybody; reports of older versions have none. */
  people: people.optional(),
  publicKey: z.string().regex(/^[\w-]{43}$/),
});

/** A published fairness report without its signature. */
export type FairnessReport = z.output<typeof body>;
export type FairnessDraw = z.output<typeof draw>;

const signed = body.extend({ signature: z.string().regex(/^[\da-f]{128}$/) });

/** The text that is signed: one line of JSON without spaces, its fields in the order of the schema. */
export function fairnessText(report: FairnessReport): string {
  return JSON.stringify(body.parse(report));
}

/** The file: that text with the signature as its last field, and a line feed. */
export function fairnessFile(report: FairnessReport, signature: string): string {
  return `${fairnessText(report).slice(0, -1)},"signature":${JSON.stringify(signature)}}\n`;
}

/** A file that is not written exactly as `fairnessFile` writes it is refused with the reason. */
export function readFairnessFile(
  text: string,
):
  | { readonly ok: true; readonly report: FairnessReport; readonly signature: string }
  | { readonly ok: false; readonly reason: string } {
  const parsed = parse(text);
  if (parsed === null) return { ok: false, reason: "not JSON" };
  const result = signed.safeParse(parsed);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join(".") || "the file";
    return { ok: false, reason: `${where}: ${issue?.message ?? "not a fairness report"}` };
  }
  const { signature, ...report } = result.data;
  if (fairnessFile(report, signature) !== text)
    return { ok: false, reason: "not in canonical form" };
  return { ok: true, report, signature };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
