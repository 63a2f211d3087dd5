type KeyOf = {
  /** The end of the key, behind the event. */
  readonly suffix: string;
  readonly type: "hash" | "bitmap" | "stream" | "sorted set" | "string";
  readonly meaning: string;
};

/** The keys of one event. All begin with `wr:{customerId:eventId:incarnation}:` and exist from its first run on. */
export const EVENT_KEYS = {
  line: { suffix: "line", type: "hash", meaning: "the line itself; its fields stand below" },
  epochs: {
    suffix: "epochs",
    type: "hash",
    meaning:
      "epochs of the run that are over: `lane:epoch` holds `last running number:what leads from a running number to its position:next epoch in which anybody joined`, and `lane:epoch:page` the same way for 1,024 running numbers that a loss had made the line forget",
  },
  spent: {
    suffix: "spent",
    type: "bitmap",
    meaning:
      "bit `position × lanes + lane` is set once the number of that position was admitted or given back",
  },
  confirmed: {
    suffix: "confirmed",
    type: "bitmap",
    meaning: "the same bit is set once its holder was near the front and said so",
  },
  presenceDue: {
    suffix: "presence-due",
    type: "sorted set",
    meaning:
      "where slots are rare, `lane:number` of those near the front who say again and again that they are there; the score is the line time by which they have to",
  },
  recentEven: {
    suffix: "recent-even",
    type: "hash",
    meaning:
      "recent admissions by that bit: `admitted at:first admitted at:renewals:claim:queue id`; one of two halves that take turns",
  },
  recentOdd: { suffix: "recent-odd", type: "hash", meaning: "the other half" },
  joinsEven: {
    suffix: "joins-even",
    type: "hash",
    meaning:
      "joins of the last hour, and of up to two where others follow: by 8 bytes of the join id, and `:lane` for lanes above 0, the number; with a draw `number:first number of the call`, and `call of lane … from …` holds `line time:ids`; one of two halves that take turns",
  },
  joinsOdd: { suffix: "joins-odd", type: "hash", meaning: "the other half" },
  joinCounts: {
    suffix: "join-counts",
    type: "hash",
    meaning:
      "how often the first 16,384 sources of the run have joined, by 8 bytes of a keyed hash: five numbers of two bytes, for the run, the slot of 30 s (line time) of the last join, and joins of that slot and the two before it",
  },
  joinSketch: {
    suffix: "join-sketch",
    type: "string",
    meaning:
      "how often all other sources have joined, at least: 1,000,003 cells of five bytes, which several sources share: joins of the run, the slot of the last one, and joins of that slot and the two before it; a byte until somebody is counted there",
  },
  marks: {
    suffix: "marks",
    type: "string",
    meaning:
      "byte `position × lanes + lane` holds what counts against a place, a bit for each reason; written where there is one, within 32 MB",
  },
  admissions: {
    suffix: "admissions",
    type: "stream",
    meaning:
      "admissions, an entry for each call: `r` run, `v` lane, `t` redirect type, `a` line time, `m` `number:renewals:queue id;…`, `l` staff link, `o` `number;…` of those whom an operator admitted next",
  },
  figures: {
    suffix: "figures",
    type: "hash",
    meaning:
      "180 five-second buckets, each used again after 15 minutes: `bucket:joined:admitted:waiting`; with several lanes 13 more of each, `lane:bucket`, that hold `bucket:admitted`",
  },
  minutes: {
    suffix: "minutes",
    type: "hash",
    meaning:
      "what happened, by minute of line time, until the worker has stored it: `run:part:minute:lane:kind` holds a count, and `process …` the number of the last counts that a process has handed over and the minute of that",
  },
  asking: {
    suffix: "asking",
    type: "hash",
    meaning:
      "by lane, who asked in vain and is waited for: `number:until (line time, 0 while nobody is called);…`",
  },
  seats: {
    suffix: "seats",
    type: "sorted set",
    meaning: "seats by queue id; the score is the line time at which a seat ends",
  },
  ended: {
    suffix: "ended",
    type: "bitmap",
    meaning: "the same bit is set once its holder has given the place back or ended the visit",
  },
  over: {
    suffix: "over",
    type: "sorted set",
    meaning:
      "queue ids whose visits the site has reported as over; the score is the line time until which that matters",
  },
  unnamedSeats: {
    suffix: "unnamed-seats",
    type: "hash",
    meaning:
      "seats whose holders are not known by name: how many end at each line time; `unknown` holds what losses may have undone, `ends at:most:process,…;`",
  },
  buyers: {
    suffix: "buyers",
    type: "sorted set",
    meaning:
      "queue ids of those for whom units are reserved, or who have bought; the score is the line time at which that ends or is forgotten",
  },
  buyerUnits: {
    suffix: "buyer-units",
    type: "hash",
    meaning: "by queue id `reserved:sold`, in units; `-` holds what is reserved in all",
  },
  rights: {
    suffix: "rights",
    type: "hash",
    meaning:
      "places that a token or code led to: `k:key`, `t:token id` and `j:join id` hold `number:lane:joined at:queue id`, and `c:join id` the same with the code that was used instead of the number",
  },
  endedRights: {
    suffix: "ended-rights",
    type: "hash",
    meaning:
      "`rights` of the run before, until its codes are given back to those who were not let in; `-` holds the run",
  },
  codes: {
    suffix: "codes",
    type: "hash",
    meaning:
      "access codes by id: `lane:uses left`, lane -1 for none; `lane:id` holds the key of its lane, `revoked:id` holds what one had left when it was revoked, `uses:id` `refused:last use (line time)`, `returned:id` how many uses were given back, and `batch:id` the version of a batch that is here whole, `lane-batch:id` the same where it is here with the key of its lane",
  },
  codeUses: {
    suffix: "code-uses",
    type: "sorted set",
    meaning:
      "access codes whose uses Postgres does not know yet; the score is the line time of the last one",
  },
  moves: {
    suffix: "moves",
    type: "hash",
    meaning:
      "how often a place went to another device, by queue id; a place that did not is not there",
  },
  moveCodes: {
    suffix: "move-codes",
    type: "hash",
    meaning:
      "codes with which another device takes a place: `code:id` holds `until (line time) number lane drawn moves queue-id sealed-place`, `of:queue-id` `until id`",
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
