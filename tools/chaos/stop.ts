import type { EventRef } from "@/lib/line/keys";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { stopEvent } from "@/lib/services/event/control/stop";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import type { Reply } from "@/rehearsal/crowd/http-client";
import { quantile, round } from "@/simulation/statistics";
import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";
import { askForApp, type Browser, newBrowser, SCRIPT } from "./browser";
import { type Cluster, type EventOptions, onCluster, type Stage } from "./cluster";
import type { Rooms } from "./guests";

type Method = { readonly name: string; readonly options: Omit<EventOptions, "eventId"> };

const LET_THROUGH = "let through";
const METHODS: readonly Method[] = [
  { name: "nobody waits", options: {} },
  { name: "safety net", options: { safetyNetPerMinute: 900 } },
  { name: "in order", options: { queueAll: true } },
  { name: "random", options: { method: "random", queueAll: true } },
  { name: "everybody", options: { method: "passthrough" } },
  { name: LET_THROUGH, options: { queueAll: true } },
];

const STATES = ["paused", "stopped", "archived", "deleted"] as const;
type State = (typeof STATES)[number];

/** Whoever presses a button is told within so long that it is in force everywhere. */
const IN_FORCE_WITHIN_MS = 30_000;

export const runStop = onCluster({ rooms: 2, workers: 1 }, async (stage) => {
  const tried: Awaited<ReturnType<typeof tryEvent>>[] = [];
  for (const state of STATES)
    tried.push(...(await Promise.all(METHODS.map((method) => tryEvent(stage, method, state)))));
  const allSeconds = tried.map(({ seconds }) => seconds);
  const issuedIn = (isPaused: boolean) =>
    tried
      .filter(({ state }) => (state === "paused") === isPaused)
      .reduce((sum, { issued }) => sum + issued, 0);
  return {
    cells: tried.reduce((sum, { cells }) => sum + cells, 0),
    issuedAfterStop: issuedIn(false),
    issuedWhilePaused: issuedIn(true),
    secondsUntilNothingP95: round(quantile(allSeconds, 0.95), 1),
  };
});

async function tryEvent({ cluster, say }: Stage, method: Method, state: State) {
  const { context } = cluster.events;
  const { name, options } = method;
  const eventId = `${state}${METHODS.indexOf(method)}`;
  const event = await cluster.open({ eventId, outflowPerMinute: 600, ...options });
  if (name === LET_THROUGH) await letEverybodyThrough(context, { eventId });
  const { url } = await createStaffLink(context, { eventId, label: "chaos", validHours: 1 });
  await sleep(3_000);
  const open = await openDoors(cluster, event, new URL(url).searchParams.get("link") ?? "");
  // Somebody has to see whether a site is well again: a pause does not close these.
  const doors = open.filter(({ isOfStaff }) => !(isOfStaff && state === "paused"));
  const version = await act(cluster, eventId, state);
  const seconds = await untilInForce(cluster, event, doors, version);
  await sleep(1_000);
  let issued = 0;
  for (const door of doors) {
    const replies = [];
    for (const port of cluster.roomPorts) replies.push(await door.use(port));
    if (!replies.some(issues)) continue;
    say(`${name}, ${state}: ${door.name} still lets in`);
    issued += 1;
  }
  say(`${name}, ${state}: ${doors.length} doors, nothing after ${seconds.toFixed(1)} s`);
  return { cells: doors.length, issued, state, seconds };
}

/** Does what an operator does; answers the version of the settings that say so. */
async function act({ events: { context } }: Cluster, eventId: string, state: State) {
  const changed = await (state === "paused" ? pauseEvent : stopEvent)(context, { eventId });
  if (!("settingsVersion" in changed)) throw new Error("The act was only asked for.");
  if (state === "archived") await archiveEvent(context, { eventId });
  if (state === "deleted") await deleteEvent(context, { eventId, name: eventId });
  return changed.settingsVersion + (state === "archived" || state === "deleted" ? 1 : 0);
}

/** Tries the doors that need nobody's place until every room has the settings. Answers when one let in last. */
async function untilInForce(
  cluster: Cluster,
  event: EventRef,
  doors: readonly Door[],
  version: number,
) {
  const { roomPorts } = cluster;
  const startedAtMs = performance.now();
  const tried = doors.filter(({ name }) => name !== "enter");
  const browser = newBrowser(cluster, event);
  const versionAt = async (port: number) => {
    const { body } = await browser.copy(port).send("1/line.json");
    return Number(/"settings":(\d+)/.exec(body)?.[1] ?? 0);
  };
  let lastMs = 0;
  for (;;) {
    const versions = await Promise.all(roomPorts.map(versionAt));
    if (versions.every((known) => known >= version)) return lastMs / 1_000;
    const portOf = (index: number) => roomPorts[index % roomPorts.length] ?? 0;
    const replies = await Promise.all(tried.map(({ use }, index) => use(portOf(index))));
    if (replies.some(issues)) lastMs = performance.now() - startedAtMs;
    if (performance.now() - startedAtMs > IN_FORCE_WITHIN_MS)
      throw new Error(`${event.eventId} is not in force after ${IN_FORCE_WITHIN_MS / 1_000} s.`);
    await sleep(100);
  }
}

function issues({ headers, body }: Reply): boolean {
  return /~rt_|stanchionpass=/.test(`${headers.location ?? ""} ${body}`);
}

/** A door of one event, with the visitor who stands before it, used at the waiting room on a port. */
type Door = {
  readonly name: string;
  readonly isOfStaff?: boolean;
  readonly use: (port: number) => Promise<Reply>;
};

/** The doors of an event that let somebody in now: each was tried, those with a place by another visitor. */
async function openDoors(rooms: Rooms, event: EventRef, link: string): Promise<Door[]> {
  const { customerId, eventId } = event;
  const [first = 0] = rooms.roomPorts;
  const anew = (port: number) => newBrowser(rooms, event).copy(port);
  const target = encodeURIComponent(`http://127.0.0.1:${first}`);
  const [waiting, entered] = [anew(first), anew(first)];
  const claims = { waiting: newClaim(), entered: newClaim() };
  const areCalled = await Promise.all([waiting, entered].map(isCalled));
  const isIn = areCalled[1] && issues(await entered.send("enter", { claim: claims.entered }));
  const staff = `/staff/${customerId}/${eventId}`;
  const refused = `/error/hash?c=${customerId}&e=${eventId}`;
  const newcomers: Door[] = [
    { name: "page", use: (port) => anew(port).page() },
    { name: "from the site", use: (port) => anew(port).page(`&t=${target}`) },
    { name: "app", use: (port) => askForApp(port, event) },
    { name: "staff link", isOfStaff: true, use: (port) => anew(port).to(staff, { link }, SCRIPT) },
  ];
  // The same browser, whose next request another waiting room gets.
  const again = (port: number) => entered.copy(port);
  const enter = (browser: Browser, claim: string) => (port: number) =>
    browser.copy(port).send("enter", { claim });
  const returning: Door[] = [
    { name: "page again", use: (port) => again(port).page() },
    { name: "check-in again", use: (port) => again(port).send("status") },
    { name: "program again", use: (port) => again(port).page("", { accept: "application/json" }) },
    { name: "refused token", use: (port) => again(port).to(refused) },
    { name: "enter again", use: enter(entered, claims.entered) },
  ];
  const tried = isIn ? [...newcomers, ...returning] : newcomers;
  const open: Door[] = [];
  for (const door of tried) if (issues(await door.use(first))) open.push(door);
  // It is not tried before: its visitor would be in.
  if (areCalled[0] && isIn) open.push({ name: "enter", use: enter(waiting, claims.waiting) });
  return open;
}

function isCalled(browser: Browser): Promise<boolean> {
  return browser.untilCalled(30_000).then(
    () => true,
    () => false,
  );
}
