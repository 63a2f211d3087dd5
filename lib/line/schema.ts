/**
 * Everything that the line keeps in the hashes of an event, whose keys stand in `event-keys.ts`: each field. Lua, the
 * readers in TypeScript and the table in `docs/line-data.md` all follow from here; a name that is not declared
 * fails `npm run check`.
 */
import { choice, decimal, type Field, flag, integer, list, perLane, text } from "./schema-field";
import { LIMITING_FIELDS } from "./schema-limits";
import { REPORT_FIELDS } from "./schema-reports";

const LINE_TIME = "ms of line time";
const MINUTE = "minutes of line time";

/** The fields of the hash `line`. */
export const LINE_FIELDS = {
  run: integer("create", "the run that this line belongs to"),
  lanes: integer("create", "how many lanes the run has", "lanes"),

  version: integer("settings", "version of the settings in force"),
  kind: choice("settings", "`always-on` or `scheduled`"),
  status: choice("settings", "`open`, or what closes the event"),
  paused: flag("settings", "nobody enters"),
  startAtMs: integer("settings", "start; 0 without one", LINE_TIME),
  preQueueMs: integer("settings", "length of the pre-queue", "ms"),
  endAtMs: integer("settings", "end; 0 without one", LINE_TIME),
  outflowPerMinute: decimal("settings", "the set outflow", "admissions a minute"),
  lineLimit: integer("settings", "how many may wait; 0 without a limit", "visitors"),
  validitySeconds: integer("settings", "how long a queue token is valid", "s"),
  method: choice("settings", "the queueing method"),
  queueAll: flag("settings", "nobody skips the waiting page"),
  activeCap: integer("settings", "the active cap; 0 without one", "seats"),
  seatMs: integer("settings", "how long a seat is taken", "ms"),
  laneMode: choice("settings", "`ordered` or `weighted`"),
  unitsPerAdmission: integer("settings", "units that each admission reserves", "units"),
  draw: flag("settings", "the pre-queue ends with a draw"),
  safetyNetPerMinute: integer(
    "settings",
    "while nobody waits, so many a minute go straight in; 0: as many as the outflow",
    "visitors a minute",
  ),
  safetyNetActive: integer(
    "settings",
    "with so many on the site nobody goes straight in; 0 without such a limit",
    "visitors",
  ),
  weight: perLane(
    integer("settings", "the lane's share of the slots, against those of the others"),
  ),

  replid: text("guard", "`master_replid` of the Redis that wrote last"),
  correctionMs: integer("clock", "what line time adds to the clock of Redis", "ms"),
  lineAtMs: integer("clock", "the time that was noted last; line time never goes back", LINE_TIME),
  clockJumpMs: integer(
    "clock",
    "after a loss: by how much the clock of Redis would move line time; absent once that was judged",
    "ms",
  ),
  copyAtMs: integer(
    "guard, restore-admissions",
    "after a loss that undid more than processes remember: until when Redis still knew; absent once Postgres has completed it",
    LINE_TIME,
  ),
  restoring: flag(
    "complete-copy, restore-admissions",
    "admissions are being restored from Postgres; absent when that is done",
  ),
  writtenBack: integer(
    "guard, limits",
    "admissions since the last loss that were counted against the limits once more",
  ),
  lossAtMs: integer("guard", "when the last loss was noticed; 0 for never", LINE_TIME),
  holdUntilMs: integer("guard", "until then nothing is given after a loss", LINE_TIME),
  heldOffset: integer(
    "guard, replicas",
    "what a replica must have passed before anything is given after a loss: `master_repl_offset`",
    "bytes",
  ),
  losses: integer("guard", "losses of this run"),

  tokens: decimal("settings, guard, pass, enter, bucket", "slots in the bucket", "slots"),
  tokensAtMs: decimal("clock, guard, bucket", "when the bucket was settled last", LINE_TIME),
  lateTokens: decimal("guard, enter, bucket", "of those, what late visitors may take", "slots"),
  letIn: list(
    "safety-net",
    "where the safety net has a threshold: who was let in during the last minute, `second:count;`, oldest first",
  ),
  netAtMs: integer("pass", "when somebody last went straight in above the outflow", LINE_TIME),
  lateDueMs: decimal(
    "until-slot",
    "when the last late visitor who was refused has a slot",
    LINE_TIME,
  ),
  laneTokens: perLane(
    decimal("guard, pass, enter, lanes", "the lane's part of the bucket", "slots"),
  ),

  last: perLane(
    integer("guard, epochs, join, join-with-right, pass, complete-copy", "last number handed out"),
  ),
  keptLast: perLane(
    integer("guard", "last number that the last loss has left; 0 before the first"),
  ),
  serving: perLane(
    integer(
      "pass, settle-draw, window, complete-copy",
      "serving number: whoever has it or a lower one is called",
    ),
  ),
  holes: perLane(
    list(
      "guard, epochs, holes, settle-draw, complete-copy",
      "numbers that a loss skipped: `from:to:mark;`, where the mark is the highest that somebody showed all the same; of a long list the oldest are left out that follow from `epochs`",
    ),
  ),
  shift: perLane(
    integer(
      "epochs",
      "what is added to a running number of this epoch for its position; 0 where absent",
    ),
  ),
  history: perLane(
    list(
      "guard, memory, settle-draw, complete-copy",
      "one sample a second: `line time:serving number:near:last number;`",
    ),
  ),
  noShows: perLane(
    text(
      "minutes",
      "called, and nobody was there: `minute in which they were counted last:how many before it:how many in all`",
    ),
  ),
  passedTo: perLane(
    integer(
      "minutes",
      "up to this number a loss has undone the calling: no-shows were counted before",
    ),
  ),
  live: perLane(
    integer("settle-draw, window, complete-copy", "called, confirmed and not in yet", "visitors"),
  ),
  heldBack: perLane(
    flag("window", "somebody who is there is next, and not called yet: the slot is too far away"),
  ),
  gone: perLane(
    integer(
      "enter, leaves, report, window, complete-copy",
      "spent numbers above the serving number",
      "numbers",
    ),
  ),
  left: perLane(integer("leaves", "gave their place back while they waited", "visitors")),
  removed: perLane(integer("leaves", "waited, and an operator ended their place", "visitors")),
  waitingAtEnd: perLane(
    integer("people", "waited when the run was over; absent while it goes on", "visitors"),
  ),
  allowance: perLane(
    decimal(
      "settle-draw, window, complete-copy",
      "how far the serving number may move now",
      "numbers",
    ),
  ),
  tickAtMs: integer("window", "when the window moved last", LINE_TIME),
  promises: list(
    "promise",
    "outflows that browsers may still sleep by: `since:outflow;`, smallest first",
  ),
  speeds: perLane(
    list(
      "promise",
      "speeds that browsers may still sleep by for the near future: `since:numbers per 1,000 s;`, smallest first, the one published last at the end; empty where nobody waits",
    ),
  ),
  speedsAtMs: integer(
    "window",
    "when `speeds` was kept last: another `tickAtMs` is of a process that knows nothing of it",
    LINE_TIME,
  ),
  presenceAtMs: integer(
    "silence",
    "where slots are rare: when somebody near the front said last that they are there",
    LINE_TIME,
  ),
  presenceSinceMs: integer("silence", "since when that was said without a break", LINE_TIME),
  silenceAtMs: integer(
    "silence",
    "when those who are silent were looked for last: another `tickAtMs` is of a process that does not",
    LINE_TIME,
  ),
  unsteadyAtMs: perLane(
    integer(
      "promise",
      "when the speed of the lane was unknown last, or held back by `speeds`",
      LINE_TIME,
    ),
  ),

  interval: perLane(
    integer("random-order", "random order: the check-in interval that `chance` is for"),
  ),
  intervalLast: perLane(integer("random-order", "random order: `last` when that interval began")),
  checkIns: perLane(
    integer("random-order", "random order: check-ins of that interval so far", "check-ins"),
  ),
  chance: perLane(
    decimal("random-order", "random order: the chance of each check-in, from 0 to 1"),
  ),
  backlog: perLane(
    decimal("enter, random-order", "random order: winners who have no slot yet", "visitors"),
  ),

  joined: integer("join, join-with-right, pass, count, create", "joined in this run", "visitors"),
  challenged: integer(
    "count",
    "joins of this run that were answered by a challenge; absent while none were",
    "joins",
  ),
  admitted: integer(
    "pass, enter, report, restore-leaves, restore-admissions, restore-spent",
    "admitted in this run",
    "visitors",
  ),
  outside: integer("outside", "admitted in this run without a slot", "visitors"),
  moves: integer(
    "moves",
    "how often places went to another device in this run; absent while none did",
    "moves",
  ),
  measured: list(
    "memory",
    "`bucket:admitted`: who got in during the eleven five-second buckets before that one",
  ),
  nodes: list(
    "presence",
    "the waiting-room processes: `id:settings version:line time:count,count…;`, a count of those who wait for each lane",
  ),
  countedSinceMs: integer("presence", "since then no process was lost with its counts", LINE_TIME),

  figuresPart: integer(
    "minutes",
    "the part of the figures by minute that began with the last loss; 0 before the first",
  ),
  countedMinute: integer("enter, leave, count, minutes", "when something was counted last", MINUTE),
  endDue: flag("settings, tick", "the run is over, and the next tick notes who waits"),
  sampledMinute: integer("minutes", "when those who wait were noted last", MINUTE),

  recentTurn: integer(
    "memory",
    "which of the keys `recentEven` (0) and `recentOdd` (1) is written",
  ),
  recentTurnedAtMs: integer("memory", "since when it is that one", LINE_TIME),
  joinsTurn: integer("memory", "which of the keys `joinsEven` (0) and `joinsOdd` (1) is written"),
  joinsTurnedAtMs: integer("memory", "when the newest join in the other half was noted", LINE_TIME),
  joinsNotedAtMs: integer("join, pass", "when a join was noted last", LINE_TIME),

  sourcesSinceMs: integer(
    "sources",
    "since when sources of joins are counted; an event that is always open begins anew after a day",
    LINE_TIME,
  ),

  ...LIMITING_FIELDS,

  drawLast: integer(
    "guard, close-groups, settle-draw, show-freeze",
    "highest number that takes part in the draw; absent before the start",
  ),
  drawClosed: flag(
    "close-groups, settle-draw, show-freeze",
    "no group of joins is taken into the draw any more",
  ),
  drawFreeze: text("show-freeze", "the signed count of the draw's members"),
  drawnAtMs: integer("settle-draw", "when the draw was settled", LINE_TIME),
  drawOpensAtMs: integer(
    "settle-draw",
    "when those who were drawn are called; absent before the draw",
    LINE_TIME,
  ),
} satisfies Readonly<Record<string, Field>>;

/** The fields of the hash `draw-order`: the numbers of a run after its draw. */
export const DRAW_ORDER_FIELDS = {
  run: integer("settle-draw", "the run that was drawn"),
  key: text("settle-draw", "key of the permutation, in hexadecimal; empty where `rules` has it"),
  groups: list(
    "settle-draw",
    "groups that took part: `first index:count;`, with `:lane` behind the count where it is not the first",
  ),
  rules: text(
    "settle-draw",
    "JSON of a draw of version 2: its key, the weights of lanes, who is excluded and what that means",
  ),
  lastIndex: integer("settle-draw", "highest index that took part"),
} satisfies Readonly<Record<string, Field>>;

export type LineField = keyof typeof LINE_FIELDS;

/** The hashes that have declared fields, by the name under which scripts know the key. */
export const HASHES = {
  line: LINE_FIELDS,
  drawOrder: DRAW_ORDER_FIELDS,
  reports: REPORT_FIELDS,
} as const;
