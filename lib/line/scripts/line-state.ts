import { lineField, optionalLineField } from "../line-field";
import type { ReplyOf } from "../lua-values";

/**
 * What a tick tells of a line. A value that stands in a field of the line needs its entry here and no more;
 * others are given by `tick.lua`. Times are line time in milliseconds.
 */
export const LINE_STATE = {
  lineTimeMs: "integer",
  runId: lineField("run"),
  settingsVersion: lineField("version"),
  losses: lineField("losses"),
  admittedLastMinute: "integer",
  joined: lineField("joined"),
  /** Joins that a challenge answered, as far as processes have told. */
  challenged: lineField("challenged"),
  admitted: lineField("admitted"),
  admittedOutsideCap: lineField("outside"),
  holdUntilMs: lineField("holdUntilMs"),
  seatsTaken: "integer",
  /** Those of them that nobody may have: a loss may have made the line forget who does. */
  unknownSeats: "integer",
  /** Present while nobody has judged what time it is after a loss. */
  clockJumpMs: optionalLineField("clockJumpMs"),
  /** Until when Redis knew before a loss that undid more than processes remember; null once that is completed. */
  copyAtMs: optionalLineField("copyAtMs"),
  limitsVersion: lineField("limitsVersion"),
  /** What a loss has undone happened later. */
  limitsAtMs: lineField("limitsAtMs"),
  /** All limits besides the settings, as `name=value;`. */
  limits: "string",
  /** What the governor lets in a minute; null where nothing is governed. */
  governedOutflow: optionalLineField("governedOutflow"),
  /** Visitors per minute that are let in now: the lowest of what is set, governed and let in by an inlet. */
  outflowPerMinute: "decimal",
  /** Units that nobody has bought and that are kept for nobody; null where nothing is counted. */
  stock: "integer?",
  /** 1 once everything is sold, so that no reservation can free a unit any more. */
  soldOut: "integer",
  grants: optionalLineField("grants"),
  /** When those who were drawn are called; 0 before the draw and without one. */
  drawOpensAtMs: lineField("drawOpensAtMs"),
  /** The signed count of the draw's members; empty before it. */
  drawFreeze: lineField("drawFreeze"),
  /** The part that figures are counted in now. */
  figuresPart: "integer",
  lanes: {
    each: {
      lastNumber: lineField("last"),
      servingNumber: lineField("serving"),
      /** Numbers above it that were handed out before the last loss were undone by it. */
      keptLastNumber: lineField("keptLast"),
      holes: lineField("holes"),
      speeds: lineField("speeds"),
      /** Of those who were called and not there `minute counted last:before it:in all`; empty for nobody. */
      noShows: lineField("noShows"),
      /** Gave their place back while they waited; and those whose place an operator ended. */
      left: lineField("left"),
      removed: lineField("removed"),
      /** Who has a number, was not let in and did not leave; once the run is over, who did at its end. */
      waiting: "integer",
      /** Those of them who are still there, as far as check-ins tell. */
      present: "integer",
      interval: lineField("interval"),
      chance: lineField("chance"),
    },
  },
} as const;

type Answer = ReplyOf<typeof LINE_STATE>;

/** One lane as one call saw it. */
export type LaneState = Omit<
  Answer["lanes"][number],
  "holes" | "speeds" | "interval" | "chance"
> & {
  /** The fastest that the serving number moves a second within `SOON_MS`; null where nobody waits. */
  readonly speedSoon: number | null;
  /** Inclusive ranges of numbers that nobody holds; of many, the newest. */
  readonly holes: readonly (readonly [number, number])[];
  /** The same as the line keeps them. */
  readonly holesText: string;
  /** Random order: the chance of each check-in of one interval. */
  readonly draw: { readonly interval: number; readonly chance: number };
};

/** The line as one call saw it. */
export type LineState = Omit<Answer, "lanes"> & {
  /** In all lanes. */
  readonly waiting: number;
  readonly present: number;
  /** At least one. */
  readonly lanes: readonly [LaneState, ...LaneState[]];
};

/** What of the line stays the same while nothing happens. */
export type StandingLine = Omit<LineState, "lineTimeMs">;

/** Reads the answer of a tick. */
export function lineStateOf(answer: Answer): LineState {
  const [first, ...others] = answer.lanes.map(laneStateOf);
  if (first === undefined) throw new Error("The tick script answered without a lane.");
  let { waiting, present } = first;
  for (const lane of others) {
    waiting += lane.waiting;
    present += lane.present;
  }
  return { ...answer, waiting, present, lanes: [first, ...others] };
}

function laneStateOf(answer: Answer["lanes"][number]): LaneState {
  const { holes, speeds, interval, chance, ...lane } = answer;
  const published = /:(\d+);$/.exec(speeds)?.[1];
  const speedSoon = published === undefined ? null : Number(published) / 1_000;
  const draw = { interval, chance };
  return { ...lane, holes: parseHoles(holes), holesText: holes, speedSoon, draw };
}

/** Shared by all lanes without a hole. */
const NO_HOLES: LaneState["holes"] = [];

/** Reads `from:to:mark;…`: what lies above the mark is empty. */
export function parseHoles(text: string): LaneState["holes"] {
  if (text === "") return NO_HOLES;
  return [...text.matchAll(/\d+:(\d+):(\d+);/g)]
    .map(([, to, mark]): [number, number] => [Number(mark) + 1, Number(to)])
    .filter(([from, to]) => from <= to);
}
