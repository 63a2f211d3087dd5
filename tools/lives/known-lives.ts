import { createAccessCodes } from "@/lib/services/access-code/create";
import { letEverybodyThrough } from "@/lib/services/event/let-through";
import { pauseEvent } from "@/lib/services/event/pause";
import type { CreateEventInput } from "@/lib/services/event/schemas";
import { setStock } from "@/lib/services/event/set-stock";
import { startEvent } from "@/lib/services/event/start";
import { stopEvent } from "@/lib/services/event/stop";
import { updateEvent } from "@/lib/services/event/update";
import type { Life } from "./life";
import { publishShown, save } from "./settings";
import { localIn } from "./step";
import { PageVisitor } from "./visitor";

type Does = (life: Life) => Promise<unknown>;

/** A life that broke a promise once, as short as it was found. Its time begins with a minute. */
export type KnownLife = {
  readonly name: string;
  readonly begins: () => Partial<CreateEventInput>;
  readonly steps: readonly Does[];
};

function verb<Given extends object>(
  called: (context: Life["context"], input: { eventId: string } & Given) => Promise<unknown>,
  given: Given,
): Does {
  return (life) =>
    life.act(called.name, () => called(life.context, { eventId: life.eventId, ...given }));
}

const start = verb(startEvent, {});
const stop = verb(stopEvent, {});
const pass =
  (ms: number): Does =>
  (life) =>
    life.pass(ms);
const arrive =
  (count: number): Does =>
  async (life) => {
    for (let index = 0; index < count; index += 1) await life.arrive();
  };

/** The oldest page is closed and opened again. */
const comeAgain: Does = async ({ visitors: [first] }) => {
  if (!(first instanceof PageVisitor)) throw new Error("Nobody has come.");
  await first.setGone(true);
  await first.setGone(false);
};

const arriveWithNewCode: Does = async (life) => {
  let text = "";
  await life.act("createAccessCodes", async () => {
    const made = { eventId: life.eventId, name: "Friends", count: 1, lane: null };
    const { csv } = await createAccessCodes(life.context, { ...made, use: { kind: "single-use" } });
    text = csv.split("\r\n")[1]?.split(",")[0] ?? "";
  });
  await life.arrive({ text, lane: null });
};

/** From now on it is open for ten minutes, six a minute; the event itself lets in 60. */
const onSchedule = () => ({
  ...{ kind: "scheduled" as const, startLocal: localIn(1), outflowPerMinute: 60 },
  schedules: [scheduled(11, { outflowPerMinute: 6 })],
});
function scheduled(endsIn: number, overrides: { readonly outflowPerMinute?: number }) {
  const [startLocal, endLocal] = [localIn(1), localIn(endsIn)];
  const timing = { kind: "once" as const, startLocal, endLocal, timeZone: "UTC" };
  return { id: "opening", name: "Opening", timing, preQueueMinutes: 0, overrides };
}

/** Changes its schedule once it runs. */
const edit =
  (change: (life: Life) => object): Does =>
  async (life) => {
    const schedules = (life.view?.schedules ?? []).map((one) => ({ ...one, ...change(life) }));
    await save(life, "schedule", { schedules });
    await publishShown(life);
  };
const laterEnd = ({ view }: Life) => {
  const [one] = view?.schedules ?? [];
  if (one?.timing.kind !== "once") throw new Error("There is one schedule.");
  return { timing: { ...one.timing, endLocal: localIn(14) } };
};

const ONE_BY_ONE = { outflowPerMinute: 60, queueAll: true };

export const KNOWN_LIVES: readonly KnownLife[] = [
  {
    name: "stopped while the method lets everybody through",
    begins: () => ({ method: "passthrough" }),
    steps: [start, stop, arrive(2), pass(3_000)],
  },
  {
    name: "paused while everybody is let through",
    begins: () => ({ queueAll: true }),
    steps: [
      start,
      verb(letEverybodyThrough, {}),
      verb(pauseEvent, { message: null }),
      arrive(2),
      pass(3_000),
    ],
  },
  {
    name: "nobody in, and in order again",
    begins: () => ({ outflowPerMinute: 1, queueAll: true }),
    steps: [
      start,
      arrive(4),
      pass(5_000),
      verb(updateEvent, { method: "reject" as const }),
      pass(70_000),
    ],
  },
  {
    name: "sold out once some are called, and for sale again",
    begins: () => ONE_BY_ONE,
    steps: [
      ...[verb(setStock, { kind: "left", units: 30 } as const), start, arrive(12), pass(2_000)],
      ...[verb(setStock, { kind: "left", units: 0 } as const), pass(60_000)],
    ],
  },
  {
    name: "one unit, and many who wait for it",
    begins: () => ONE_BY_ONE,
    steps: [start, verb(setStock, { kind: "left", units: 1 } as const), arrive(8), pass(70_000)],
  },
  {
    name: "pages that wait for an opening",
    begins: () => ({
      ...{ kind: "scheduled", startLocal: localIn(4), preQueueMinutes: 2, outflowPerMinute: 60 },
    }),
    steps: [start, arrive(3), pass(145_000), arrive(3), pass(60_000)],
  },
  {
    name: "a code of somebody who was not let in before a stop",
    begins: () => ({ outflowPerMinute: 1, queueAll: true }),
    steps: [
      ...[start, arriveWithNewCode, pass(3_000), stop, start],
      ...[pass(2_000), comeAgain, pass(5_000)],
    ],
  },
  {
    name: "an outflow that ends with an edit of its schedule",
    begins: onSchedule,
    steps: [start, pass(70_000), edit(() => ({ overrides: {} })), pass(2_000)],
  },
  {
    name: "a later end of a schedule that runs",
    begins: onSchedule,
    steps: [start, pass(70_000), edit(laterEnd), pass(2_000)],
  },
];
