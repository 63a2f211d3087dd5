import { defineManyScript } from "../define-script";
import { lineField, optionalLineField } from "../line-field";
import { createReplyReader, type ReplyOf } from "../lua-values";

const SHAPE = {
  name: "glance",
  keys: ["line"],
  args: {},
  reply: {
    lineTimeMs: "integer",
    /** When somebody moved the line on or asked it for a place: long ago where neither does. */
    notedMs: lineField("lineAtMs"),
    runId: lineField("run"),
    settingsVersion: lineField("version"),
    joined: lineField("joined"),
    admitted: lineField("admitted"),
    /** Who got in during the buckets before the current one. */
    measured: lineField("measured"),
    /** Who is still there of those who wait. */
    waiting: "integer",
    /** Who has a number, also those who went away: against this the line limit counts. */
    numbered: "integer",
    lineLimit: lineField("lineLimit"),
    /** How many numbers were called, and nobody was there for so many of them. */
    called: "integer",
    noShows: "integer",
    /** 1 while visitors are let in: it has begun, and is neither paused nor over. */
    moving: "integer",
    /** The lowest of what is set, governed and let in by an inlet. */
    outflowPerMinute: "decimal",
    governedOutflow: optionalLineField("governedOutflow"),
    stock: optionalLineField("stock"),
    grants: optionalLineField("grants"),
    holdUntilMs: lineField("holdUntilMs"),
    clockJumpMs: optionalLineField("clockJumpMs"),
    drawOpensAtMs: lineField("drawOpensAtMs"),
  },
  refusals: ["LOST"],
} as const;

/** What one look tells of a line. */
export type Glance = ReplyOf<typeof SHAPE.reply>;

const readReply = createReplyReader(SHAPE.reply);

/** Looks at many lines and changes none of them. Answers null for a line that is not there. */
export const runGlances = defineManyScript(SHAPE, parseGlance);

function parseGlance(raw: unknown): Glance | null {
  const [status, ...elements]: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (status === "LOST") return null;
  if (status !== "OK") throw new Error(`The glance script answered ${String(status)}.`);
  return readReply(elements);
}
