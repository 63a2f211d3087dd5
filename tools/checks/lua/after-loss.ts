import type { EffectKind } from "@/lib/line/effects";
import type { EVENT_KEYS } from "@/lib/line/event-keys";
import type { LineField } from "@/lib/line/schema";

/** How something comes back that a loss of Redis has undone, or why nobody misses it. */
export type AfterLoss = {
  /** Processes write these effects back; a script that writes it has to promise one of them. */
  readonly effects: readonly EffectKind[];
  /** In a sentence; those of keys are in `docs/line-data.md`. */
  readonly text: string;
};

/** What a script has promised somebody: a script that writes it names one of these effects. */
const promised = (...effects: readonly EffectKind[]): AfterLoss => ({
  effects,
  text: `written back by processes: ${effects.join(", ")}`,
});
const told = (text: string): AfterLoss => ({ effects: [], text });

const SETTINGS = told("the published settings are put again");
const LIMITS = told("the newest limits that a process has seen are put again");
const GUARD = told("the guard sets it anew");
const TICK = told("follows from the next ticks");
const DRAW = told("the worker's next step of the draw writes it again");
const SPENDING = told("too little is given rather than too much: the guard empties the bucket");
const COUNTED = told(
  "may be lost: figures of the minute are counted again, the line decides nothing by it",
);
const SOURCES = told("may be lost: a source gains the joins of those seconds");

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

function each<Text extends string>(after: AfterLoss, names: Text): Record<Words<Text>, AfterLoss> {
  const entries = names.split(" ").map((name) => [name, after]);
  // The names are those of the text.
  return Object.fromEntries(entries) as Record<Words<Text>, AfterLoss>;
}

export const KEYS_AFTER_LOSS: { readonly [Key in keyof typeof EVENT_KEYS]: AfterLoss } = {
  line: told("field by field"),
  epochs: told("written with what it is for: numbers that are shown again find their place again"),
  spent: promised("admissions", "leave"),
  confirmed: told("browsers hear of the loss and say again that they are there"),
  presenceDue: told("browsers say again that they are there"),
  ...each(promised("admissions"), "recentEven recentOdd admissions"),
  ...each(promised("joins"), "joinsEven joinsOdd"),
  ...each(SOURCES, "joinCounts joinSketch"),
  marks: told("may be lost: a place is judged by less"),
  figures: told("may be lost: the chart of the last minutes"),
  minutes: told("each process counts again what the loss has undone; see the figures"),
  asking: told("browsers ask again as they were told"),
  seats: promised("admissions", "leave", "visits-over"),
  ended: promised("leave"),
  over: promised("visits-over"),
  unnamedSeats: told(
    "the guard reckons with the most that may have come in, until processes have said who did",
  ),
  buyers: promised("admissions", "leave", "visits-over", "stock"),
  buyerUnits: promised("admissions", "leave", "stock"),
  ...each(promised("right"), "rights codes codeUses"),
  endedRights: told("is given back again, once"),
  moves: promised("move"),
  moveCodes: promised("move", "move-code"),
  drawGroups: promised("group"),
  drawOrder: DRAW,
};

export const FIELDS_AFTER_LOSS: { readonly [Field in LineField]: AfterLoss } = {
  ...each(SETTINGS, "version kind status paused startAtMs preQueueMs endAtMs outflowPerMinute"),
  ...each(SETTINGS, "lineLimit validitySeconds method queueAll activeCap seatMs laneMode"),
  ...each(SETTINGS, "unitsPerAdmission draw safetyNetPerMinute safetyNetActive weight"),
  ...each(GUARD, "replid clockJumpMs copyAtMs writtenBack lossAtMs holdUntilMs heldOffset losses"),
  ...each(GUARD, "keptLast figuresPart limitsAtMs soldAgain"),
  ...each(SPENDING, "tokens tokensAtMs lateTokens laneTokens"),
  ...each(TICK, "lateDueMs history live heldBack gone allowance tickAtMs promises speeds"),
  ...each(TICK, "speedsAtMs silenceAtMs unsteadyAtMs interval intervalLast checkIns chance"),
  ...each(TICK, "backlog measured nodes countedSinceMs sampledMinute recentTurn recentTurnedAtMs"),
  ...each(TICK, "joinsTurn joinsTurnedAtMs"),
  ...each(COUNTED, "countedMinute"),
  joined: told("each process counts again what the loss has undone; see the figures"),
  challenged: told("each process counts again what the loss has undone; see the figures"),
  ...each(SOURCES, "sourcesSinceMs"),
  ...each(LIMITS, "limitsVersion governedOutflow stock salesReported grants inletOutflow inletCap"),
  ...each(LIMITS, "inletBy inletEveryMs inletStartMs inletEndMs inletGiven"),
  ...each(DRAW, "drawLast drawClosed drawFreeze drawnAtMs drawOpensAtMs"),
  run: told("the worker makes the run again"),
  lanes: told("the worker makes the run again"),
  correctionMs: told("line time goes on from what processes know"),
  lineAtMs: told("line time goes on from what processes know"),
  restoring: told("the worker's next step of the restoration writes it again"),
  letIn: told("those whom processes write back are counted again"),
  netAtMs: told("may be lost: the next newcomer straight in sets it"),
  last: told("the guard goes on above every number that was seen"),
  serving: told("moves again at its pace; whoever was called is called again"),
  holes: told("browsers show the numbers that they hold"),
  shift: told("as `epochs`, with which it is written"),
  noShows: told("processes tell the most that they have seen"),
  passedTo: told("processes tell the most that they have seen"),
  presenceAtMs: told("browsers say again that they are there"),
  presenceSinceMs: told("browsers say again that they are there"),
  ...each(promised("leave"), "left removed"),
  waitingAtEnd: told("the tick behind the settings that are put again notes it again"),
  endDue: told("the settings that are put again set it again"),
  admitted: promised("admissions"),
  outside: told("may be lost: counts and reports miss admissions past the line of those seconds"),
  moves: promised("move"),
  joinsNotedAtMs: told(
    "the next join sets it; too old, a join of those seconds is forgotten sooner",
  ),
  stockAtMs: promised("stock"),
};

/** The keys of scripts that belong to no event's line, by the name under which they know them. */
export const OTHER_KEYS_AFTER_LOSS: Readonly<Record<string, AfterLoss>> = {
  nodes: told("each process says twice a second that it is there"),
  pulls: told("connectors pull again within a minute"),
  pullTimes: told("connectors pull again within a minute"),
  guesses: told("may be lost: a guesser gains the guesses of those seconds"),
  even: SOURCES,
  odd: SOURCES,
  reports: told("may be lost: sums of what connectors have reported"),
  usedEven: told(
    "may be lost: of a token that was used twice, once in those seconds, the second use is not told",
  ),
  usedOdd: told("the other half"),
};
