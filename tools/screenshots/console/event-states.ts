import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent } from "@/lib/services/event/manage/create";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { demoContext } from "../../demo/seed";
import { disconnectLineRedis } from "../../shared/line-redis";

type Act = (context: ServiceContext, event: { readonly eventId: string }) => Promise<unknown>;

type Made = {
  readonly name: string;
  /** When it starts and ends, in minutes from now; absent: always on. */
  readonly minutes?: readonly [start: number, end: number];
  readonly settings?: Partial<CreateEventInput>;
  /** What is done with it after its start; absent: it is not started. */
  readonly acts?: readonly Act[];
};

const START_MINUTES = 2_880;
/** Soon enough that it is so when the pictures of it are taken, which come last. */
const SOON_MINUTES = 2;
const START: Act = (context, event) => startEvent(context, event);
const TYPED = { type: "typed", name: "The lottery numbers of Saturday" } as const;

const PAUSE: Act = (context, event) =>
  pauseEvent(context, { ...event, message: "The shop is being repaired." });
const STOP: Act = (context, event) => stopEvent(context, event);
const IN_TWO_DAYS = [START_MINUTES, START_MINUTES + 60] as const;
const LONG = { preQueueMinutes: 240 };
const DRAWN = { preQueueMinutes: 30, draw: TYPED };

/** Every state of an event that its page shows, by the name of its pictures; the demo's sale queues. */
const MADE: Readonly<Record<string, Made>> = {
  draft: { name: "Spring gala" },
  "scheduled-draft": { name: "Poetry in the park", minutes: IN_TWO_DAYS },
  before: { name: "New year concert", minutes: IN_TWO_DAYS, acts: [START] },
  "pre-queue": { name: "Championship final", minutes: [60, 120], settings: LONG, acts: [START] },
  drawing: { name: "Backstage", minutes: [SOON_MINUTES, 120], settings: DRAWN, acts: [START] },
  dormant: { name: "Box office", acts: [START] },
  paused: { name: "Ice rink, weekend", acts: [START, PAUSE] },
  "let-through": { name: "Guided tours", acts: [START, letEverybodyThrough] },
  rejecting: { name: "Summer camp 2027", settings: { method: "reject" }, acts: [START] },
  "sold-out": { name: "Late show", acts: [START] },
  stopped: { name: "Jazz brunch", acts: [START, STOP] },
  ended: { name: "Matinee", minutes: [1, SOON_MINUTES], acts: [START] },
};

function idIn(state: string): string {
  return `state${state.replaceAll("-", "")}`;
}

/** The states, each with the id of the demo customer's event that is in it. */
export const EVENT_IN_STATE: Readonly<Record<string, string>> = {
  queueing: "demosale",
  ...Object.fromEntries(Object.keys(MADE).map((state) => [state, idIn(state)])),
};

/** Makes an event of the demo customer for each state, through the verbs of the console. */
export async function makeEventStates(): Promise<void> {
  const context = { ...(await demoContext()), signIn: { sessionId: "tool", provenAt: new Date() } };
  for (const [state, { name, minutes, settings = {}, acts = [] }] of Object.entries(MADE)) {
    const event = { eventId: idIn(state) };
    await createEvent(context, {
      ...{ ...event, name, targetUrl: "https://tickets.example/" },
      ...(minutes === undefined ? { kind: "always-on" as const } : scheduled(minutes)),
      ...settings,
    });
    for (const act of acts) await act(context, event);
  }
  disconnectLineRedis();
}

function scheduled([start, end]: NonNullable<Made["minutes"]>) {
  const local = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(0, "2027-01-01T00:00".length);
  return { kind: "scheduled" as const, startLocal: local(start), endLocal: local(end) };
}

/** Makes what only an event with a line can come to: some moments after the others were made. */
export async function finishEventStates(): Promise<void> {
  await setStock(await demoContext(), { eventId: idIn("sold-out"), kind: "left", units: 0 });
  disconnectLineRedis();
}
