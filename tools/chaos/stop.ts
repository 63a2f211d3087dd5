import type { EventRef } from "@/lib/line/keys";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { stopEvent } from "@/lib/services/event/control/stop";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { quantile, round } from "@/simulation/statistics";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import type { EventOptions } from "./event-control";
import { onCluster, type Stage } from "./on-cluster";
import { Caller, type Door, issues, openDoors } from "./stop-doors";

type Method = {
  readonly name: string;
  readonly options: Omit<EventOptions, "eventId">;
  readonly isLetThrough?: boolean;
};

const METHODS: readonly Method[] = [
  { name: "nobody waits", options: {} },
  { name: "safety net", options: { safetyNetPerMinute: 900 } },
  { name: "in order", options: { queueAll: true } },
  { name: "random", options: { method: "random", queueAll: true } },
  { name: "everybody", options: { method: "passthrough" } },
  { name: "let through", options: { queueAll: true }, isLetThrough: true },
];

const STATES = ["paused", "stopped", "archived", "deleted"] as const;
type State = (typeof STATES)[number];

/** Whoever presses a button is told within so long that it is in force everywhere. */
const IN_FORCE_WITHIN_MS = 30_000;
const GRACE_MS = 1_000;

type Tried = {
  readonly cells: number;
  readonly issued: number;
  readonly state: State;
  /** From the act to the last answer that let somebody in; 0 where none did. */
  readonly seconds: number;
};

/** Every door of an event in every method, once it is paused, stopped, archived or deleted: nobody gets in. */
export const runStop = onCluster({ rooms: 2, workers: 1 }, measure);

async function measure({ cluster, say }: Stage) {
  const tried: Tried[] = [];
  for (const state of STATES) {
    const all = METHODS.map((method, index) => {
      const eventId = `${state}${index}`;
      return tryEvent(cluster, { eventId, method, state, say });
    });
    tried.push(...(await Promise.all(all)));
  }
  const sum = (countOf: (one: Tried) => number) =>
    tried.reduce((total, one) => total + countOf(one), 0);
  const seconds = tried.map((one) => one.seconds);
  return {
    cells: sum(({ cells }) => cells),
    issuedAfterStop: sum(({ issued, state }) => (state === "paused" ? 0 : issued)),
    issuedWhilePaused: sum(({ issued, state }) => (state === "paused" ? issued : 0)),
    secondsUntilNothingP95: round(quantile(seconds, 0.95), 1),
  };
}

type Plan = {
  readonly eventId: string;
  readonly method: Method;
  readonly state: State;
  readonly say: (line: string) => void;
};

async function tryEvent(cluster: Cluster, { eventId, method, state, say }: Plan): Promise<Tried> {
  const { context } = cluster.events;
  const event = await cluster.open({ eventId, outflowPerMinute: 600, ...method.options });
  if (method.isLetThrough) await letEverybodyThrough(context, { eventId });
  const { url } = await createStaffLink(context, { eventId, label: "chaos", validHours: 1 });
  await sleep(3_000);
  const rooms = cluster.roomPorts.map((port) => `http://127.0.0.1:${port}`);
  const [first = ""] = rooms;
  const link = new URL(url).searchParams.get("link") ?? "";
  const open = await openDoors(first, event, link);
  // Somebody has to see whether a site is well again: a pause does not close these.
  const doors = open.filter(({ isOfStaff }) => !(isOfStaff && state === "paused"));
  const version = await act(cluster, eventId, state);
  const seconds = await untilInForce({ rooms, event, doors, version });
  await sleep(GRACE_MS);
  let issued = 0;
  for (const door of doors) {
    const replies = [];
    for (const room of rooms) replies.push(await door.use(room));
    const isIn = replies.some(issues);
    if (isIn) say(`${method.name}, ${state}: ${door.name} still lets in`);
    issued += Number(isIn);
  }
  say(`${method.name}, ${state}: ${doors.length} doors, nothing after ${seconds.toFixed(1)} s`);
  return { cells: doors.length, issued, state, seconds };
}

/** Does what an operator does; answers the version of the settings that say so. */
async function act({ events: { context } }: Cluster, eventId: string, state: State) {
  const changed =
    state === "paused"
      ? await pauseEvent(context, { eventId })
      : await stopEvent(context, { eventId });
  if (!("settingsVersion" in changed)) throw new Error("The act was only asked for.");
  if (state === "archived") await archiveEvent(context, { eventId });
  if (state === "deleted") await deleteEvent(context, { eventId, name: eventId });
  return changed.settingsVersion + (state === "archived" || state === "deleted" ? 1 : 0);
}

type Watched = {
  readonly rooms: readonly string[];
  readonly event: EventRef;
  readonly doors: readonly Door[];
  readonly version: number;
};

/** Tries the doors that need nobody's place until every room has the settings. Answers when one let in last. */
async function untilInForce({ rooms, event, doors, version }: Watched): Promise<number> {
  const startedAtMs = performance.now();
  const tried = doors.filter(({ name }) => name !== "enter");
  let lastMs = 0;
  for (;;) {
    const versions = await Promise.all(rooms.map((room) => versionAt(room, event)));
    if (versions.every((known) => known >= version)) return lastMs / 1_000;
    const replies = await Promise.all(tried.map(({ use }, index) => use(roomOf(rooms, index))));
    if (replies.some(issues)) lastMs = performance.now() - startedAtMs;
    if (performance.now() - startedAtMs > IN_FORCE_WITHIN_MS)
      throw new Error(`${event.eventId} is not in force after ${IN_FORCE_WITHIN_MS / 1_000} s.`);
    await sleep(100);
  }
}

function roomOf(rooms: readonly string[], index: number): string {
  return rooms[index % rooms.length] ?? "";
}

async function versionAt(room: string, event: EventRef): Promise<number> {
  const [, version = "0"] = /"settings":(\d+)/.exec(await new Caller(room, event).lineText()) ?? [];
  return Number(version);
}
