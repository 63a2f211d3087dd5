import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { VerbOfEvent } from "./life";
import { lane, publishShown, save } from "./settings";
import { localIn, makeCodes, onceIn, type Step } from "./step";
import { PageVisitor } from "./visitor";

type Does = Step["run"];

/** A life that broke a promise once, as short as it was found. Its time begins with a minute. */
export type KnownLife = {
  readonly begins: () => Partial<CreateEventInput>;
  readonly steps: readonly Does[];
};

function verb<const Given extends object>(named: VerbOfEvent<Given>, given: Given): Does {
  return (life) => life.call(named, given);
}

const start = verb({ startEvent }, {});
const stop = verb({ stopEvent }, {});
const pass = (ms: number): Does => {
  return (life) => life.pass(ms);
};
const arrive = (count: number): Does => {
  return (life) => life.arriveMany(count);
};

const goAway =
  (count: number): Does =>
  async ({ visitors }) => {
    const waiting = visitors.filter((one) => one.admittedAtMs === null);
    for (const one of waiting.slice(0, count))
      if (one instanceof PageVisitor) await one.setGone(true);
  };

const comeAgain: Does = async ({ visitors }) => {
  const newest = visitors.at(-1);
  if (!(newest instanceof PageVisitor)) throw new Error("Nobody has come.");
  await newest.setGone(true);
  await newest.setGone(false);
};

const arriveWithNewCode: Does = async (life) => {
  await makeCodes(life, 1, null);
  await life.arrive(life.codes.pop());
};

/** From now on it is open for ten minutes, six a minute; the event itself lets in 60. */
const onSchedule = () => ({
  ...{ kind: "scheduled" as const, startLocal: localIn(1), outflowPerMinute: 60 },
  schedules: [onceIn(1, 11, { overrides: { outflowPerMinute: 6 } })],
});

type Schedule = EventView["schedules"][number];

const edit = (change: (one: Schedule) => object): Does => {
  return (life) => {
    const schedules = (life.view?.schedules ?? []).map((one) => ({ ...one, ...change(one) }));
    return save(life, "schedule", { schedules });
  };
};
const ending = (inMinutes: number): Does =>
  edit(({ timing }) => {
    if (timing.kind !== "once") throw new Error("It happens once.");
    return { timing: { ...timing, endLocal: localIn(inMinutes) } };
  });

/** Has a schedule from two minutes ago on. */
const addShort = (endsIn: number): Does => {
  return (life) => save(life, "schedule", { schedules: [onceIn(-2, endsIn)] });
};

const typeTimes: Does = (life) =>
  save(life, "schedule", { startLocal: localIn(1), endLocal: localIn(3) });

const soon = (changes: Partial<CreateEventInput> = {}) => ({
  ...{ kind: "scheduled" as const, startLocal: localIn(3), preQueueMinutes: 0 },
  ...changes,
});

const ONE_BY_ONE = { outflowPerMinute: 60, queueAll: true };

export const KNOWN_LIVES: Readonly<Record<string, KnownLife>> = {
  "stopped while the method lets everybody through": {
    begins: () => ({ method: "passthrough" }),
    steps: [start, stop, arrive(2), pass(3_000)],
  },
  "paused while everybody is let through": {
    begins: () => ({ queueAll: true }),
    steps: [
      start,
      verb({ letEverybodyThrough }, {}),
      verb({ pauseEvent }, { message: null }),
      arrive(2),
      pass(3_000),
    ],
  },
  "nobody in, and in order again": {
    begins: () => ({ outflowPerMinute: 1, queueAll: true }),
    steps: [
      ...[start, arrive(4), pass(5_000), verb({ updateEvent }, { method: "reject" }), pass(70_000)],
    ],
  },
  "sold out once some are called, and for sale again": {
    begins: () => ONE_BY_ONE,
    steps: [
      ...[verb({ setStock }, { kind: "left", units: 30 }), start, arrive(12), pass(2_000)],
      ...[verb({ setStock }, { kind: "left", units: 0 }), pass(60_000)],
    ],
  },
  "one unit, and many who wait for it": {
    begins: () => ONE_BY_ONE,
    steps: [start, verb({ setStock }, { kind: "left", units: 1 }), arrive(8), pass(70_000)],
  },
  "pages that wait for an opening": {
    begins: () => ({
      ...{ kind: "scheduled", startLocal: localIn(4), preQueueMinutes: 2, outflowPerMinute: 60 },
    }),
    // Who looks once a minute looks half a minute late.
    steps: [start, pass(25_000), arrive(3), pass(120_000), arrive(3), pass(60_000)],
  },
  "many who stand next and close their pages": {
    begins: () => ({ outflowPerMinute: 6, queueAll: true }),
    steps: [start, arrive(20), pass(15_000), goAway(13), pass(130_000)],
  },
  "a code of somebody who was not let in before a stop": {
    begins: () => ({ outflowPerMinute: 1, queueAll: true }),
    steps: [
      ...[start, arrive(3), pass(2_000), arriveWithNewCode, pass(3_000), stop, start],
      ...[pass(2_000), comeAgain, pass(5_000)],
    ],
  },
  "an outflow that ends with an edit of its schedule": {
    begins: onSchedule,
    steps: [start, pass(70_000), edit(() => ({ overrides: {} })), publishShown, pass(2_000)],
  },
  "a later end of a schedule that runs": {
    begins: onSchedule,
    steps: [start, pass(70_000), ending(14), publishShown, pass(2_000)],
  },
  "a start after its schedule was cut to end at once": {
    begins: () => soon({ outflowPerMinute: 1 }),
    steps: [addShort(2), ending(0), start, pass(70_000), arrive(3), pass(4_000)],
  },
  "newcomers to a pre-queue that is drawn": {
    begins: () => soon({ preQueueMinutes: 2, outflowPerMinute: 20, draw: { type: "none" } }),
    steps: [start, arrive(6), pass(140_000), arrive(6), pass(70_000)],
  },
  "a stop, and another start after the opening": {
    begins: () => soon({ outflowPerMinute: 1, queueAll: true }),
    steps: [start, arrive(3), pass(210_000), stop, pass(8_000), start, arrive(3), pass(30_000)],
  },
  "times of its own beside a schedule that is over": {
    begins: soon,
    steps: [addShort(0), start, typeTimes, publishShown],
  },
  "a loss of Redis while everybody is let through": {
    begins: () => ({ outflowPerMinute: 1 }),
    steps: [
      start,
      arrive(2),
      verb({ letEverybodyThrough }, {}),
      (life) => life.loseRedis(100),
      arrive(6),
    ],
  },
  "one slot by hand, and lanes by weight": {
    begins: () => ({
      ...ONE_BY_ONE,
      lanes: { mode: "weighted", defaultLane: "main", lanes: [lane("main"), lane("fans")] },
    }),
    steps: [start, verb({ grantSlots }, { slots: 1 }), arrive(3), pass(70_000)],
  },
  "slots by hand once more are called": {
    begins: () => ONE_BY_ONE,
    // After a minute in which nobody goes in it is a pause.
    steps: [start, arrive(8), pass(2_000), verb({ grantSlots }, { slots: 1 }), pass(40_000)],
  },
  "a full site once more are called": {
    begins: () => ONE_BY_ONE,
    steps: [
      ...[start, arrive(8), pass(2_000), verb({ updateEvent }, { activeCap: 1 }), pass(70_000)],
    ],
  },
};
