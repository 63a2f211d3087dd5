import type { PublicLine } from "@/lib/domain/line/public-line";
import { makeSay } from "@/lib/domain/page-texts/text";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Step } from "@/waiting-room/client/answer";
import { unitOf } from "@/waiting-room/client/format";
import type { Screen } from "@/waiting-room/client/screen";
import { renderLanguagePage } from "@/waiting-room/pages/language-page";
import { renderMessagePage } from "@/waiting-room/pages/message-page";
import { type MoveView, renderMovePage } from "@/waiting-room/pages/move-page";
import type { WaitingPageModel } from "@/waiting-room/pages/waiting-page";
import type { WaitingView } from "@/waiting-room/pages/waiting-view";

export type Reply = { readonly status?: number; readonly body: object };

/** In what a page is shown. */
type ShownPage = Pick<WaitingPageModel, "language" | "texts" | "brand" | "eventName">;

/** A state of the waiting page: what the server renders, and what it answers to the page's program. */
export type ShownState = {
  /** The screen that has to be seen in the end; `message`, `move` and `language`: pages of their own. */
  readonly screen: Screen["name"] | "message" | "move" | "language";
  readonly view: WaitingView;
  readonly model?: Partial<WaitingPageModel>;
  readonly replies: Partial<Readonly<Record<Step, Reply>>>;
  /** What becomes of later questions, once the page has its words. */
  readonly later?: "no network" | "no answer" | "a fault";
  /** What is there only after the screen, as a selector. */
  readonly shows?: string;
  /** What somebody presses on the screen, as a selector. */
  readonly press?: string;
  /** Another page of the waiting room's, instead of the waiting page. */
  readonly page?: (shown: ShownPage) => string;
  /** A piece of a request that is too large to be read, instead of the waiting page. */
  readonly sent?: string;
  /** The page has no origin, as in a frame with `sandbox="allow-scripts"`. */
  readonly isSandboxed?: boolean;
};

const NUMBER = 6_501;
const AHEAD = 1_885;
const SUPPORT_CODE = "K7QF-3MTP";
const NOW = Date.UTC(2027, 4, 7, 17, 42);
const MINUTE_MS = 60_000;
const MESSAGE =
  "The balcony is sold out. There are still seats in the stalls and standing places; everybody who goes in now can buy four.";

const LINE: PublicLine = {
  ...{ v: 1, run: 1, settings: 3, phase: "running", now: NOW, method: "fifo", lane: 0 },
  ...{ serving: NUMBER - AHEAD - 1, last: 12_846, holes: [], near: 200, waiting: 8_218 },
  ...{ slots: 4.878, speed: 80, outflow: 300, measured: 297, full: false, soldOut: false },
  ...{ paused: false, message: null, messageAt: null, onward: false, checkIn: null, draw: null },
  ...{ startAt: NOW - 42 * MINUTE_MS, endAt: NOW + 180 * MINUTE_MS, losses: 0, stale: false },
};

/** Of a draw that was promised for the start. */
const DRAW = { commitment: "c".repeat(64), freeze: "", opensAt: 0 };
const DRAW_URL = { drawUrl: "/draw" };

/** The view of somebody in a line that differs from the usual one by this. */
function placed(line: Partial<PublicLine>, turn = false): WaitingView {
  const place = { number: NUMBER, joinedAtMs: NOW, seenAtMs: NOW, turn, supportCode: SUPPORT_CODE };
  return { state: "line", line: { ...LINE, ...line }, place };
}

function waiting(line: Partial<PublicLine>, turn = false): ShownState["replies"] {
  const seen = { ...LINE, ...line };
  const place = { number: NUMBER, joinedAt: NOW, turn, supportCode: SUPPORT_CODE };
  return {
    status: { body: { status: "waiting", ...place, line: seen } },
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
const RECOVERING: Reply = { status: 503, body: { code: "recovering" } };

function inLine(
  screen: Screen["name"],
  line: Partial<PublicLine>,
  more: Partial<ShownState> & { readonly turn?: boolean } = {},
): ShownState {
  const { turn = false, ...state } = more;
  return { screen, view: placed(line, turn), replies: waiting(line, turn), ...state };
}

function over(screen: Screen["name"], line: Partial<PublicLine>): ShownState {
  const view = { state: "line", line: { ...LINE, ...line }, place: null } as const;
  return { screen, view, replies: outside(line) };
}

/** A challenge that nobody solves while a picture is taken. */
const ENDLESS: OfferedChallenge = {
  ...{ kind: "work", seed: "A".repeat(28), puzzles: 8, target: 1, joinId: "A".repeat(22) },
  ...{ expiresInMs: 100_000, script: "/challenge.js" },
};

const ASKED: Reply = { body: { status: "challenge", challenge: ENDLESS } };
const FULL: Reply = { body: { status: "full", retryAfterMs: 60_000 } };
const CONFIRMED = { turn: { confirm: "always", seconds: 120 } } as const;
const LATER = NOW + 95 * MINUTE_MS;
const CLOSED = "We are repairing the shop and open again at eight.";

function arriving(
  screen: ShownState["screen"],
  replies: ShownState["replies"],
  more: Partial<ShownState> = {},
): ShownState {
  return { screen, view: { state: "join" }, replies, ...more };
}

function unread(sent: string): ShownState {
  return arriving("message", {}, { sent });
}

/** Of the page on which a place goes to another device. */
function moving(view: MoveView): ShownState {
  const paths = { path: "/move", joinPath: "/join", backPath: "/" };
  const page = (shown: ShownPage) => renderMovePage({ ...shown, ...paths, view, target: null });
  return arriving("move", {}, { page });
}

/** What somebody reads who has left, as long as that can be undone. */
function leftPage({ language, texts, ...shown }: ShownPage): string {
  const time = unitOf("second", language).format(24);
  return renderMessagePage({
    ...{ ...shown, language, texts, code: "left" },
    lead: `${texts.messages.left.lead} ${makeSay(language)(texts.actions.undoLead, { time })}`,
    action: { kind: "post", label: texts.actions.undoButton, path: "/leave", fields: {} },
    secondAction: { kind: "link", label: texts.actions.joinLine, href: "/" },
  });
}

const languagePage = (shown: ShownPage): string =>
  renderLanguagePage({ ...shown, path: "/language", backPath: "/", fields: {} });

const CODE = "K7QF-3MTP";
const SOON = { phase: "pre-queue", startAt: NOW + 12 * MINUTE_MS, serving: 0 } as const;
const BEFORE = { phase: "before", startAt: LATER, serving: 0, last: 0 } as const;
const OPENED = { ...DRAW, freeze: "f", opensAt: NOW - 30 * MINUTE_MS };
const MADE = { state: "made", code: CODE, scriptUrl: "/move.js" } as const;
const LINK = `https://line.tickets.example/line/northwind/aurora/move?code=${CODE}&t=https%3A%2F%2Ftickets.example%2F`;

const WAITS = waiting({}).status ?? RECOVERING;
const SANDBOXED = { model: { windowUrl: "/" }, isSandboxed: true, shows: "#main .button" };

/** Every state of the waiting page, by the name of its pictures. */
export const STATES: Readonly<Record<string, ShownState>> = {
  join: arriving("join", { join: RECOVERING, line: RECOVERING }),
  before: over("before", BEFORE),
  "before-draw": over("before", { ...BEFORE, nextAt: LATER - 30 * MINUTE_MS, draw: DRAW }),
  "pre-queue": inLine("pre-queue", SOON),
  "drawn-soon": inLine("drawn-soon", { ...SOON, draw: DRAW }, { model: DRAW_URL }),
  drawing: inLine("drawing", { phase: "drawing", serving: 0, draw: DRAW }, { model: DRAW_URL }),
  drawn: inLine("waiting", { draw: OPENED }, { model: DRAW_URL }),
  "in-line": inLine("waiting", { absence: 30 }),
  message: inLine("waiting", { message: MESSAGE, messageAt: NOW - 4 * MINUTE_MS }),
  slowed: inLine("slowed", { slowed: true }),
  "site-full": inLine("waiting", { seats: { free: 0, each: 0.2 } }),
  nearly: inLine("near", { serving: NUMBER - 13 }),
  next: inLine("near", { serving: NUMBER - 1 }),
  "next-without-slots": inLine("near", { ...FRONT, noSlots: true }, { turn: true }),
  "next-of-full-site": inLine("near", { ...FRONT, seats: { free: 0, each: 30 } }, { turn: true }),
  here: inLine("here", FRONT, { turn: true, model: CONFIRMED }),
  turn: inLine("turn", FRONT, { turn: true }),
  leaving: inLine("waiting", {}, { press: "#leave button", shows: "dialog[open]" }),
  left: arriving("message", {}, { page: leftPage }),
  language: arriving("language", {}, { page: languagePage }),
  "move-ask": moving({ state: "ask", canMake: true }),
  "move-code": moving({ ...MADE, leftMs: 598_000, link: LINK }),
  "move-code-over": moving({ ...MADE, leftMs: 0, link: LINK }),
  "move-link": moving({ state: "link", code: CODE }),
  moved: moving({ state: "moved" }),
  paused: inLine("paused", { paused: true, message: MESSAGE }),
  random: inLine("random", { method: "random" }, { model: { isRandom: true } }),
  challenge: arriving("challenge", outside({}, ASKED), { shows: "#challenge progress" }),
  full: arriving("full", outside({ full: true }, FULL), { view: { state: "full" } }),
  "sold-out": over("sold-out", { soldOut: true }),
  ended: over("ended", { phase: "ended" }),
  rejected: over("rejected", { phase: "rejected", method: "reject", message: CLOSED }),
  recovering: inLine("kept", { stale: true }),
  offline: inLine("offline", {}, { later: "no network" }),
  unreachable: inLine("unreachable", {}, { later: "no answer" }),
  error: inLine("error", {}, { later: "a fault" }),
  "session-ended": arriving("session-ended", outside({}), { view: { state: "session-ended" } }),
  used: inLine("used", {}, { replies: told({ status: "used" }) }),
  again: inLine("again", {}, { replies: told({ status: "spent" }) }),
  cookies: arriving("cookies", { ...told({ status: "none" }), join: WAITS }),
  sandboxed: arriving("join", {}, SANDBOXED),
  "too-many-cookies": unread("cookie: stanchion_northwind_aurora="),
  "cookies-too-large": unread("accept: text/html"),
  refused: arriving("refused", outside({}, { status: 403, body: { code: "cross-site" } })),
};
