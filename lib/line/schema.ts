/**
 * Everything that the line keeps in Redis: each key of an event and each field of its hashes. Lua, the readers
 * in TypeScript and the table in `docs/line-data.md` all follow from here; a name that is not declared
 * fails `npm run check`.
 */

/**
 * What a field holds. Redis keeps all of it as text: `integer` and `decimal` are numbers, `flag` is `1` or
 * `0`, `choice` is one of a few words, `list` is records one after the other in the format that
 * `meaning` gives, `text` is anything else.
 */
export type FieldType = "integer" | "decimal" | "flag" | "choice" | "list" | "text";

/** Who writes a field: the settings of an event, or the scripts named. */
type Writer = string;

export type Field = {
  readonly type: FieldType;
  /** What a number counts, or the clock of a time. */
  readonly unit?: string;
  /** One for each lane: the name alone for lane 0, `name.1`, `name.2` … for the others. */
  readonly perLane?: true;
  readonly writer: Writer;
  readonly meaning: string;
};

const LINE_TIME = "ms of line time";
const LIMITS = "limit";

/** The fields of the hash `line`. */
export const LINE_FIELDS = {
  run: { type: "integer", writer: "create", meaning: "the run that this line belongs to" },
  lanes: {
    type: "integer",
    unit: "lanes",
    writer: "create",
    meaning: "how many lanes the run has",
  },

  version: { type: "integer", writer: "settings", meaning: "version of the settings in force" },
  kind: { type: "choice", writer: "settings", meaning: "`always-on` or `scheduled`" },
  status: { type: "choice", writer: "settings", meaning: "`open`, or what closes the event" },
  paused: { type: "flag", writer: "settings", meaning: "nobody enters" },
  startAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "settings",
    meaning: "start; 0 without one",
  },
  preQueueMs: {
    type: "integer",
    unit: "ms",
    writer: "settings",
    meaning: "length of the pre-queue",
  },
  endAtMs: { type: "integer", unit: LINE_TIME, writer: "settings", meaning: "end; 0 without one" },
  outflowPerMinute: {
    type: "decimal",
    unit: "admissions a minute",
    writer: "settings",
    meaning: "the set outflow",
  },
  lineLimit: {
    type: "integer",
    unit: "visitors",
    writer: "settings",
    meaning: "how many may wait; 0 without a limit",
  },
  validitySeconds: {
    type: "integer",
    unit: "s",
    writer: "settings",
    meaning: "how long a queue token is valid",
  },
  method: { type: "choice", writer: "settings", meaning: "the queueing method" },
  queueAll: { type: "flag", writer: "settings", meaning: "nobody skips the waiting page" },
  activeCap: {
    type: "integer",
    unit: "seats",
    writer: "settings",
    meaning: "the active cap; 0 without one",
  },
  seatMs: { type: "integer", unit: "ms", writer: "settings", meaning: "how long a seat is taken" },
  laneMode: { type: "choice", writer: "settings", meaning: "`ordered` or `weighted`" },
  draw: { type: "flag", writer: "settings", meaning: "the pre-queue ends with a draw" },
  weight: {
    type: "integer",
    perLane: true,
    writer: "settings",
    meaning: "the lane's share of the slots, against those of the others",
  },

  replid: {
    type: "text",
    writer: "guard",
    meaning: "`master_replid` of the Redis that wrote last",
  },
  correctionMs: {
    type: "integer",
    unit: "ms",
    writer: "guard",
    meaning: "what line time adds to the clock of Redis",
  },
  lossAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "guard, create",
    meaning: "when the last loss was noticed; 0 for never",
  },
  holdUntilMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "guard, create",
    meaning: "until then nothing is given after a loss",
  },
  losses: { type: "integer", writer: "guard, create", meaning: "losses of this run" },

  tokens: { type: "decimal", unit: "slots", writer: "bucket", meaning: "slots in the bucket" },
  tokensAtMs: {
    type: "decimal",
    unit: LINE_TIME,
    writer: "bucket",
    meaning: "when the bucket was settled last",
  },
  lateTokens: {
    type: "decimal",
    unit: "slots",
    writer: "bucket, enter",
    meaning: "of those, what late visitors may take",
  },
  lateDueMs: {
    type: "decimal",
    unit: LINE_TIME,
    writer: "asking",
    meaning: "when the last late visitor who was refused has a slot",
  },
  laneTokens: {
    type: "decimal",
    unit: "slots",
    perLane: true,
    writer: "bucket, enter, pass",
    meaning: "the lane's part of the bucket",
  },

  last: { type: "integer", perLane: true, writer: "join", meaning: "last number handed out" },
  serving: {
    type: "integer",
    perLane: true,
    writer: "tick",
    meaning: "serving number: whoever has it or a lower one is called",
  },
  holes: {
    type: "list",
    perLane: true,
    writer: "guard, near",
    meaning:
      "numbers that a loss skipped: `from:to:mark;`, where the mark is the highest that somebody showed all the same",
  },
  history: {
    type: "list",
    perLane: true,
    writer: "tick",
    meaning: "one sample a second: `line time:serving number:near:last number;`",
  },
  live: {
    type: "integer",
    unit: "visitors",
    perLane: true,
    writer: "tick",
    meaning: "called, confirmed and not in yet",
  },
  gone: {
    type: "integer",
    unit: "numbers",
    perLane: true,
    writer: "leave, enter, tick",
    meaning: "spent numbers above the serving number",
  },
  allowance: {
    type: "decimal",
    unit: "numbers",
    perLane: true,
    writer: "tick",
    meaning: "how far the serving number may move now",
  },
  tickAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "tick",
    meaning: "when the window moved last",
  },
  promises: {
    type: "list",
    writer: "tick",
    meaning: "outflows that browsers may still sleep by: `since:outflow;`, smallest first",
  },

  interval: {
    type: "integer",
    perLane: true,
    writer: "tick",
    meaning: "random order: the check-in interval that `chance` is for",
  },
  intervalLast: {
    type: "integer",
    perLane: true,
    writer: "tick",
    meaning: "random order: `last` when that interval began",
  },
  checkIns: {
    type: "integer",
    unit: "check-ins",
    perLane: true,
    writer: "tick",
    meaning: "random order: check-ins of that interval so far",
  },
  chance: {
    type: "decimal",
    perLane: true,
    writer: "tick",
    meaning: "random order: the chance of each check-in, from 0 to 1",
  },
  backlog: {
    type: "decimal",
    unit: "visitors",
    perLane: true,
    writer: "tick, enter",
    meaning: "random order: winners who have no slot yet",
  },

  joined: { type: "integer", unit: "visitors", writer: "join", meaning: "joined in this run" },
  admitted: {
    type: "integer",
    unit: "visitors",
    writer: "enter, pass",
    meaning: "admitted in this run",
  },
  outside: {
    type: "integer",
    unit: "visitors",
    writer: "outside",
    meaning: "admitted in this run without a slot",
  },
  measured: {
    type: "list",
    writer: "tick",
    meaning: "`bucket:admitted`: who got in during the eleven five-second buckets before that one",
  },
  nodes: {
    type: "list",
    writer: "tick",
    meaning:
      "the waiting-room processes: `id:settings version:line time:count,count…;`, a count of those who wait for each lane",
  },
  countedSinceMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "tick",
    meaning: "since then no process was lost with its counts",
  },

  recentTurn: {
    type: "integer",
    writer: "tick",
    meaning: "which of the keys `recentEven` (0) and `recentOdd` (1) is written",
  },
  recentTurnedAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "tick",
    meaning: "since when it is that one",
  },

  governedOutflow: {
    type: "decimal",
    unit: "admissions a minute",
    writer: LIMITS,
    meaning: "what the governor leaves of the outflow; absent while it is off",
  },
  stock: {
    type: "integer",
    unit: "items",
    writer: "limit, enter",
    meaning: "what is left to sell; absent where nothing is counted",
  },
  grants: {
    type: "integer",
    unit: "slots",
    writer: "limit, inlet, enter",
    meaning: "slots given by number and not used; absent where slots follow from the outflow alone",
  },
  inletOutflow: {
    type: "decimal",
    unit: "admissions a minute",
    writer: "inlet",
    meaning: "outflow of a fixed-rate inlet",
  },
  inletCap: {
    type: "integer",
    unit: "seats",
    writer: "inlet",
    meaning: "cap of a max-active inlet",
  },
  inletBy: {
    type: "integer",
    unit: "slots",
    writer: "inlet",
    meaning: "periodic inlet: slots given in each interval",
  },
  inletEveryMs: {
    type: "integer",
    unit: "ms",
    writer: "inlet",
    meaning: "periodic inlet: the interval",
  },
  inletStartMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "inlet",
    meaning: "periodic inlet: its start",
  },
  inletEndMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "inlet",
    meaning: "periodic inlet: its end; absent without one",
  },
  inletGiven: {
    type: "integer",
    unit: "intervals",
    writer: "inlet, bucket",
    meaning: "periodic inlet: intervals whose slots were given",
  },

  drawLast: {
    type: "integer",
    writer: "guard, draw",
    meaning: "highest number that takes part in the draw; absent before the start",
  },
  drawClosed: {
    type: "flag",
    writer: "draw",
    meaning: "no group of joins is taken into the draw any more",
  },
  drawFreeze: { type: "text", writer: "draw", meaning: "the signed count of the draw's members" },
  drawnAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "draw",
    meaning: "when the draw was settled",
  },
  drawOpensAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "draw",
    meaning: "when those who were drawn are called; absent before the draw",
  },
} as const satisfies Readonly<Record<string, Field>>;

/** The fields of the hash `draw-order`: the numbers of a run after its draw. */
export const DRAW_ORDER_FIELDS = {
  run: { type: "integer", writer: "draw", meaning: "the run that was drawn" },
  key: { type: "text", writer: "draw", meaning: "key of the permutation, in hexadecimal" },
  groups: { type: "list", writer: "draw", meaning: "groups that took part: `first index:count;`" },
  lastIndex: { type: "integer", writer: "draw", meaning: "highest index that took part" },
} as const satisfies Readonly<Record<string, Field>>;

/** The fields of the hash `reports`: what connectors reported of an event. */
export const REPORT_FIELDS = {
  used: { type: "integer", unit: "tokens", writer: "redeem", meaning: "first uses" },
  refused: {
    type: "integer",
    unit: "tokens",
    writer: "redeem",
    meaning: "uses after the first one",
  },
  failOpen: {
    type: "integer",
    unit: "visitors",
    writer: "redeem",
    meaning: "let through because a connector never saw a config",
  },
  reportedAtMs: { type: "integer", unit: LINE_TIME, writer: "redeem", meaning: "the last report" },
  turn: {
    type: "integer",
    writer: "redeem",
    meaning: "which of `used-even` (0) and `used-odd` (1) is written",
  },
  turnedAtMs: {
    type: "integer",
    unit: LINE_TIME,
    writer: "redeem",
    meaning: "since when it is that one",
  },
} as const satisfies Readonly<Record<string, Field>>;

export type LineField = keyof typeof LINE_FIELDS;

/** The hashes that have declared fields, by the name under which scripts know the key. */
export const HASHES = {
  line: LINE_FIELDS,
  drawOrder: DRAW_ORDER_FIELDS,
  reports: REPORT_FIELDS,
} as const;

type KeyOf = {
  /** The end of the key, behind the event. */
  readonly suffix: string;
  readonly type: "hash" | "bitmap" | "stream" | "sorted set";
  readonly meaning: string;
};

/** The keys of one event. All begin with `wr:{customerId:eventId}:` and exist from its first run on. */
export const EVENT_KEYS = {
  line: { suffix: "line", type: "hash", meaning: "the line itself; its fields stand below" },
  spent: {
    suffix: "spent",
    type: "bitmap",
    meaning: "bit `number × lanes + lane` is set once a number was admitted or given back",
  },
  confirmed: {
    suffix: "confirmed",
    type: "bitmap",
    meaning: "the same bit is set once its holder was near the front and said so",
  },
  recentEven: {
    suffix: "recent-even",
    type: "hash",
    meaning:
      "recent admissions by that bit: `admitted at:first admitted at:renewals:claim:queue id`; one of two halves that take turns",
  },
  recentOdd: { suffix: "recent-odd", type: "hash", meaning: "the other half" },
  journal: {
    suffix: "journal",
    type: "stream",
    meaning:
      "joins of the last two minutes, an entry for each call: `f` first number, `i` join ids of 8 bytes, `l` lane, `a` line time",
  },
  admissions: {
    suffix: "admissions",
    type: "stream",
    meaning:
      "admissions, an entry for each call: `r` run, `v` lane, `t` redirect type, `a` line time, `m` `number:renewals:queue id;…`, `l` staff link",
  },
  figures: {
    suffix: "figures",
    type: "hash",
    meaning:
      "180 five-second buckets, each used again after 15 minutes: `bucket:joined:admitted:waiting`",
  },
  asking: {
    suffix: "asking",
    type: "hash",
    meaning: "by lane, who asked in vain and is waited for: `number:until (line time);…`",
  },
  seats: {
    suffix: "seats",
    type: "sorted set",
    meaning: "seats by queue id; the score is the line time at which a seat ends",
  },
  unnamedSeats: {
    suffix: "unnamed-seats",
    type: "hash",
    meaning: "seats whose holders are not known by name: how many end at each line time",
  },
  rights: {
    suffix: "rights",
    type: "hash",
    meaning:
      "places that a token or code led to: `k:key`, `t:token id` and `j:join id` hold `number:lane:joined at:queue id`",
  },
  codes: {
    suffix: "codes",
    type: "hash",
    meaning: "access codes by id: `lane:uses left`, lane -1 for none",
  },
  drawGroups: {
    suffix: "draw-groups",
    type: "sorted set",
    meaning:
      "groups of joins that take part in the draw: `first number:count:root`; the score is the last number",
  },
  drawOrder: {
    suffix: "draw-order",
    type: "hash",
    meaning: "the numbers after the draw; fields below",
  },
} as const satisfies Readonly<Record<string, KeyOf>>;
