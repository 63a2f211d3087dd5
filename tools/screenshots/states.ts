import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Step } from "@/waiting-room/client/answer";
import type { Screen } from "@/waiting-room/client/screen";
import type { WaitingPageModel } from "@/waiting-room/pages/waiting-page";
import type { WaitingView } from "@/waiting-room/pages/waiting-view";

/** What a server answers to a question of the page; a failure when it has a status of its own. */
export type Reply = { readonly status?: number; readonly body: object };

/** A state of the waiting page: what the server renders, and what it answers to the page's program. */
export type ShownState = {
  /** The screen that has to be seen in the end. */
  readonly screen: Screen["name"];
  readonly view: WaitingView;
  readonly model?: Partial<WaitingPageModel>;
  readonly replies: Partial<Readonly<Record<Step, Reply>>>;
  /** True for a browser that loses its network once the page is there. */
  readonly losesNetwork?: boolean;
};

const NUMBER = 6_501;
const AHEAD = 1_885;
const NOW = Date.UTC(2027, 4, 7, 17, 42);
const MINUTE_MS = 60_000;
const MESSAGE =
  "The balcony is sold out. There are still seats in the stalls and standing places; everybody who goes in now can buy four.";

const LINE: PublicLine = {
  v: 1,
  run: 1,
  settings: 3,
  phase: "running",
  now: NOW,
  method: "fifo",
  lane: 0,
  serving: NUMBER - AHEAD - 1,
  last: 12_846,
  holes: [],
  near: 200,
  slots: 4.878,
  speed: 80,
  outflow: 300,
  waiting: 8_218,
  measured: 297,
  paused: false,
  message: null,
  onward: false,
  startAt: NOW - 42 * MINUTE_MS,
  endAt: NOW + 180 * MINUTE_MS,
  losses: 0,
  stale: false,
  full: false,
  soldOut: false,
  checkIn: null,
  draw: null,
};

/** Of a draw that was promised for the start. */
const DRAW = { commitment: "c".repeat(64), freeze: "", opensAt: 0 };
const DRAW_URL = { drawUrl: "/draw" };

const inLine: WaitingView = {
  state: "waiting",
  number: NUMBER,
  ahead: AHEAD,
  wait: { low: 340, high: 450 },
  canEnter: false,
};

/** Somebody in a line that differs from the usual one by this. */
function waiting(line: Partial<PublicLine>, turn = false): ShownState["replies"] {
  const seen = { ...LINE, ...line };
  return {
    status: { body: { status: "waiting", number: NUMBER, joinedAt: NOW, turn, line: seen } },
    line: { body: seen },
    near: { body: {} },
    enter: { body: { status: "wait", retryAfterMs: 60_000, line: seen } },
  };
}

/** Somebody who has no place, in a line that differs from the usual one by this. */
function outside(line: Partial<PublicLine>, join: Reply = { body: { status: "closed" } }) {
  return { line: { body: { ...LINE, ...line } }, join };
}

/** Somebody whose question for a place was answered with this. */
function told(body: object, line: Partial<PublicLine> = {}): ShownState["replies"] {
  return { ...waiting(line), status: { body } };
}

const FRONT = { serving: NUMBER };

/** Every state of the waiting page, by the name of its pictures. */
export const STATES: Readonly<Record<string, ShownState>> = {
  before: {
    screen: "before",
    view: { state: "before", startAtMs: NOW + 95 * MINUTE_MS, timeZone: "Europe/Berlin" },
    replies: outside({ phase: "before", startAt: NOW + 95 * MINUTE_MS, serving: 0, last: 0 }),
  },
  "pre-queue": {
    screen: "pre-queue",
    view: inLine,
    model: DRAW_URL,
    replies: waiting({ phase: "pre-queue", startAt: NOW + 12 * MINUTE_MS, serving: 0, draw: DRAW }),
  },
  "in-line": { screen: "waiting", view: inLine, replies: waiting({}) },
  message: { screen: "waiting", view: inLine, replies: waiting({ message: MESSAGE }) },
  nearly: { screen: "near", view: inLine, replies: waiting({ serving: NUMBER - 13 }) },
  next: { screen: "near", view: inLine, replies: waiting({ serving: NUMBER - 1 }) },
  turn: {
    screen: "turn",
    view: { ...inLine, canEnter: true, ahead: 0 },
    replies: waiting(FRONT, true),
  },
  paused: {
    screen: "paused",
    view: { state: "paused", message: MESSAGE, number: NUMBER, ahead: AHEAD },
    replies: waiting({ paused: true, message: MESSAGE }),
  },
  random: {
    screen: "random",
    view: { state: "random" },
    model: { isRandom: true },
    replies: waiting({ method: "random" }),
  },
  full: {
    screen: "full",
    view: { state: "full" },
    replies: outside({ full: true }, { body: { status: "full", retryAfterMs: 60_000 } }),
  },
  "sold-out": {
    screen: "sold-out",
    view: { state: "sold-out" },
    replies: outside({ soldOut: true }),
  },
  ended: {
    screen: "ended",
    view: { state: "ended", message: null },
    replies: outside({ phase: "ended" }),
  },
  rejected: {
    screen: "rejected",
    view: { state: "rejected", message: "We are repairing the shop and open again at eight." },
    replies: outside({
      phase: "rejected",
      method: "reject",
      message: "We are repairing the shop and open again at eight.",
    }),
  },
  recovering: { screen: "kept", view: { state: "kept" }, replies: waiting({ stale: true }) },
  offline: { screen: "offline", view: inLine, replies: waiting({}), losesNetwork: true },
  used: { screen: "used", view: inLine, replies: told({ status: "used" }) },
  again: { screen: "again", view: inLine, replies: told({ status: "spent" }) },
  refused: {
    screen: "refused",
    view: { state: "join" },
    replies: {
      ...outside({}),
      join: { status: 403, body: { code: "cross-site" } },
    },
  },
};
