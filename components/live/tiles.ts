import { formatDistance, formatMoment, formatNumber } from "@/components/shared/format";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { waitText } from "./wait-text";

/** One figure of the live page. */
export type Tile = { readonly label: string; readonly value: string; readonly detail: string };

/** Which figures mean something: what is to come, what happens, or what has happened. */
export type Stage = "draft" | "coming" | "running" | "over";

export function stageOf({ event, snapshot }: Pick<EventLive, "event" | "snapshot">): Stage {
  if (event.status === "draft") return "draft";
  if (event.status === "stopped" || snapshot?.phase === "ended") return "over";
  return snapshot?.phase === "before" || snapshot?.phase === "pre-queue" ? "coming" : "running";
}

const NONE = "–";
const count = (value: number | undefined) => (value === undefined ? NONE : formatNumber(value));

/**
 * The three figures between the state and what is wrong, by stage. `nowMs` is null while the page is made on the server.
 */
export function tilesOf(live: EventLive, nowMs: number | null): readonly [Tile, Tile, Tile] {
  return TILES[stageOf(live)](live, nowMs);
}

type MakeTiles = (live: EventLive, nowMs: number | null) => readonly [Tile, Tile, Tile];

const TILES: Record<Stage, MakeTiles> = {
  draft: ({ event }, nowMs) => [
    opensTile(event, nowMs),
    { label: "Outflow", value: formatNumber(event.outflowInForce), detail: "per minute at most" },
    { label: "Visitors go to", value: hostOf(event.targetUrl), detail: "when it's their turn" },
  ],
  coming: (live, nowMs) => [
    waitingTile(live),
    opensTile(live.event, nowMs),
    { ...waitTile(live), detail: "after the start" },
  ],
  running: (live) => [waitingTile(live), admittedTile(live), waitTile(live)],
  over: ({ snapshot }) => [
    { label: "Joined", value: count(snapshot?.sums.joined), detail: "in the last run" },
    { label: "Admitted", value: count(snapshot?.sums.admitted), detail: "in the last run" },
    { label: "Not admitted", value: count(snapshot?.sums.waiting), detail: "waiting at the end" },
  ],
};

function opensTile({ opening, kind, timeZone }: EventLive["event"], nowMs: number | null): Tile {
  const label = "Opens";
  if (opening === null && kind === "scheduled") return { label, value: "Now", detail: "" };
  if (opening === null) return { label, value: "When started", detail: "always on from then" };
  if (opening.type === "undated") return { label, value: NONE, detail: "no start time" };
  if (opening.type === "over") return { label, value: NONE, detail: "the end has passed" };
  const moment = formatMoment(new Date(opening.atMs).toISOString(), timeZone);
  const distance = nowMs === null ? "" : formatDistance(opening.atMs - nowMs);
  return { label, value: moment, detail: distance };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : NONE;
}

function waitingTile({ event, snapshot }: EventLive): Tile {
  const limit = event.lineLimit === null ? "no line limit" : `limit ${count(event.lineLimit)}`;
  return { label: "Waiting", value: count(snapshot?.waiting), detail: limit };
}

function admittedTile({ snapshot, event }: EventLive): Tile {
  const most = formatNumber(snapshot?.outflowPerMinute ?? event.outflowInForce);
  const value = count(snapshot?.admittedLastMinute);
  const detail = event.letThrough ? "regardless of the outflow" : `of ${most} at most`;
  return { label: "Admitted, last minute", value, detail };
}

function waitTile({ snapshot }: EventLive): Tile {
  const joined = snapshot?.lanes.find(({ isDefault }) => isDefault);
  const value =
    snapshot === null || joined === undefined
      ? NONE
      : waitText(joined.expectedWaitSeconds, snapshot.waiting);
  return { label: "Expected wait", value, detail: whoWaits(snapshot) };
}

/** Whom the wait is of, or what they wait for. */
function whoWaits(snapshot: EventLive["snapshot"]): string {
  if (snapshot?.paused === true) return "until you resume";
  if (snapshot?.phase === "drawing") return "after the draw";
  if (snapshot?.waitsForSeat) return "when a visitor leaves the site";
  return (snapshot?.lanes.length ?? 0) > 1 ? "in the default lane" : "for new visitors";
}
