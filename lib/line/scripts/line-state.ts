import { type GuardedStatus, parseGuardedReply } from "./reply";

/** One lane as one call saw it. */
export type LaneState = {
  readonly lastNumber: number;
  readonly servingNumber: number;
  /** Inclusive ranges of numbers that nobody holds. */
  readonly holes: readonly (readonly [number, number])[];
  /** Who has a number, was not let in and did not leave. */
  readonly waiting: number;
  /** Those of them who are still there, as far as check-ins tell. */
  readonly present: number;
  /** Random order: the chance of each check-in of one interval. */
  readonly draw: { readonly interval: number; readonly chance: number };
};

/** The line as one call saw it. Numbers are integers, times are line time in milliseconds. */
export type LineState = {
  readonly lineTimeMs: number;
  readonly runId: number;
  readonly settingsVersion: number;
  readonly losses: number;
  readonly admittedLastMinute: number;
  readonly joined: number;
  readonly admitted: number;
  readonly admittedOutsideCap: number;
  readonly holdUntilMs: number;
  readonly seatsTaken: number;
  /** Visitors per minute that are let in now: the set outflow, or what the governor leaves of it. */
  readonly outflowPerMinute: number;
  /** What is left to give away; null where nothing is counted. */
  readonly stock: number | null;
  readonly grants: number | null;
  /** When those who were drawn are called; 0 before the draw and without one. */
  readonly drawOpensAtMs: number;
  /** The signed count of the draw's members; empty before it. */
  readonly drawFreeze: string;
  /** In all lanes. */
  readonly waiting: number;
  readonly present: number;
  /** At least one. */
  readonly lanes: readonly [LaneState, ...LaneState[]];
};

/** What of the line stays the same while nothing happens. */
export type StandingLine = Omit<LineState, "lineTimeMs">;

export type TickReply = { readonly status: "LOST" } | KnownReply;

/** What a line that is there answers. */
export type KnownReply = {
  readonly status: Exclude<GuardedStatus, "LOST">;
  readonly state: LineState;
  /** The answer without its line time: where it is the same again, so is the rest of the state. */
  readonly said: string;
};

/** Reads `status`, the values of the line with commas between, those of each lane, and the freeze. */
export function parseTickReply(raw: unknown): TickReply {
  const reply = parseGuardedReply(raw);
  if (reply.status === "LOST") return { status: "LOST" };
  const [plain = "", laneTexts = "", drawFreeze = ""] = reply.values.map(String);
  const texts = plain.split(",");
  const integer = (index: number) => Number(texts[index] ?? 0);
  const count = (index: number) => ((texts[index] ?? "") === "" ? null : integer(index));
  const [first, ...others] = laneTexts.split("|").map(parseLane);
  if (first === undefined) throw new Error("The tick script answered without a lane.");
  return {
    status: reply.status,
    said: [plain.slice(plain.indexOf(",")), laneTexts, drawFreeze].join(";"),
    state: {
      lineTimeMs: integer(0),
      runId: integer(1),
      settingsVersion: integer(2),
      losses: integer(3),
      admittedLastMinute: integer(4),
      joined: integer(5),
      admitted: integer(6),
      admittedOutsideCap: integer(7),
      holdUntilMs: integer(8),
      seatsTaken: integer(9),
      outflowPerMinute: integer(10),
      stock: count(11),
      grants: count(12),
      drawOpensAtMs: integer(13),
      drawFreeze,
      waiting: [first, ...others].reduce((sum, lane) => sum + lane.waiting, 0),
      present: [first, ...others].reduce((sum, lane) => sum + lane.present, 0),
      lanes: [first, ...others],
    },
  };
}

function parseLane(text: string): LaneState {
  const values = text.split(",");
  const [lastNumber = 0, servingNumber = 0, , waiting = 0, interval = 0, chance = 0, present = 0] =
    values.map(Number);
  const holes = parseHoles(values[2] ?? "");
  return { lastNumber, servingNumber, holes, waiting, present, draw: { interval, chance } };
}

/** Of nearly all lanes. */
const NO_HOLES: LaneState["holes"] = [];

/** Reads `from:to:mark;…`: what lies above the mark is empty. */
function parseHoles(text: string): LaneState["holes"] {
  if (text === "") return NO_HOLES;
  return [...text.matchAll(/\d+:(\d+):(\d+);/g)]
    .map(([, to, mark]): [number, number] => [Number(mark) + 1, Number(to)])
    .filter(([from, to]) => from <= to);
}
