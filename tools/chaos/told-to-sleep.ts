import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setStock } from "@/lib/services/event/control/set-stock";
import { sleep, until } from "../shared/time";
import { type Cluster, type EventOptions, onCluster, type Stage } from "./cluster";
import { countIn, type Guest, inviteGuests, isIn } from "./guests";

/** So many may go in after the raise, and so many newcomers come with it. */
const RAISED = 4;
/** Far longer than a number that was called and says nothing is waited for. */
const ASLEEP_MS = 40_000;

type Act = (events: Cluster["events"], event: { readonly eventId: string }) => Promise<unknown>;

type Refusal = {
  readonly eventId: string;
  readonly options?: Partial<EventOptions>;
  /** Before anybody comes, and once the first is in. */
  readonly begin?: Act;
  readonly refuse?: Act;
  readonly raise: Act;
  /** There is something for so many only; left out, for all. */
  readonly isScarce?: boolean;
};

const change =
  (settings: Partial<EventOptions>): Act =>
  ({ change }, event) =>
    change({ ...settings, ...event });
const stock =
  (units: number): Act =>
  ({ context }, event) =>
    setStock(context, { ...event, kind: "units", units });
const slots =
  (count: number): Act =>
  ({ context }, event) =>
    grantSlots(context, { ...event, slots: count });
const pause: Act = ({ context }, event) => pauseEvent(context, event);
const resume: Act = ({ context }, event) => resumeEvent(context, event);

const SOLD_OUT = "soldout";
const FULL = { activeCap: 1, sessionMode: "fixed" } as const;
const SLOW = { outflowPerMinute: 1 };
const SCARCE: readonly Refusal[] = [
  // What the first one has reserved is not for sale.
  { eventId: SOLD_OUT, begin: stock(1), refuse: stock(0), raise: stock(1 + RAISED) },
  { eventId: "fullsite", options: FULL, raise: change({ activeCap: 1 + RAISED }) },
  { eventId: "slotsbyhand", begin: slots(1), raise: slots(RAISED) },
];
const REFUSALS: readonly Refusal[] = [
  ...SCARCE.map((refusal) => ({ ...refusal, isScarce: true })),
  { eventId: "paused", refuse: pause, raise: resume },
  { eventId: "nobodyin", refuse: change({ method: "reject" }), raise: change({ method: "fifo" }) },
  { eventId: "slowoutflow", options: SLOW, raise: change({ outflowPerMinute: 60 }) },
];

export const runToldToSleep = onCluster({ rooms: 2, workers: 1 }, async (stage) => {
  const tried = await Promise.all(REFUSALS.map((refusal) => tryRefusal(stage, refusal)));
  return {
    refusals: tried.length,
    overtaken: tried.reduce((sum, { overtaken }) => sum + overtaken, 0),
    soldToNewcomers: tried.find(({ eventId }) => eventId === SOLD_OUT)?.newcomersIn ?? RAISED,
    waitersAdmitted: tried.reduce((sum, { waitersIn }) => sum + waitersIn, 0),
  };
});

async function tryRefusal({ cluster, say }: Stage, refusal: Refusal) {
  const { eventId, options = {}, begin, refuse, raise, isScarce = false } = refusal;
  const event = await cluster.open({ eventId, outflowPerMinute: 60, queueAll: true, ...options });
  await begin?.(cluster.events, { eventId });
  const early = inviteGuests(cluster, event);
  await early.send({ count: 12, perSecond: 20 });
  await until(`somebody is in at ${eventId}`, () => countIn(early) > 0, 120_000);
  await refuse?.(cluster.events, { eventId });
  await sleep(ASLEEP_MS);
  const numberOf = ({ seen }: Guest) => seen.queueNumbers[0] ?? Number.POSITIVE_INFINITY;
  const waiting = early.all.filter((guest) => !isIn(guest));
  const still = waiting.toSorted((one, other) => numberOf(one) - numberOf(other));
  const late = inviteGuests(cluster, event);
  await raise(cluster.events, { eventId });
  await late.send({ count: RAISED, perSecond: 20 });
  const first = isScarce ? still.slice(0, RAISED) : still;
  const areIn = () => first.every(isIn);
  await until(`they hear of it at ${eventId}`, areIn, 60_000).catch(() => undefined);
  const newcomersIn = late.all.filter((guest) => isBefore(guest, first));
  await Promise.all([early.goHome(), late.goHome()]);
  const waitersIn = first.filter(isIn).length;
  // Whoever is not in has heard of nothing, or was passed.
  const overtaken = newcomersIn.length + first.length - waitersIn;
  say(`${eventId}: ${waitersIn} of ${first.length} who waited are in, ${overtaken} overtaken`);
  return { eventId, overtaken, waitersIn, newcomersIn: newcomersIn.length };
}

function isBefore(newcomer: Guest, waiting: readonly Guest[]): boolean {
  if (!isIn(newcomer)) return false;
  const atMs = newcomer.seen.admittedAtMs ?? 0;
  return waiting.some(({ seen }) => seen.admittedAtMs === null || seen.admittedAtMs > atMs);
}
