import type { PublicLine } from "@/lib/domain/line/public-line";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { ScreenName } from "@/waiting-room/client/screen";
import { newVisitor, type Visitor, type Waiting } from "@/waiting-room/client/visitor";
import { NO_WAIT, nextWait } from "@/waiting-room/client/wait";
import { MESSAGES, type MessageCode } from "@/waiting-room/http/messages";

/** A moment that every preview shows alike. */
const CHALLENGE = {
  kind: "work",
  seed: "",
  puzzles: 8,
  target: 1,
  joinId: "",
  expiresInMs: 100_000,
  script: "/assets/challenge.js",
} as const;
const NOW_MS = Date.UTC(2027, 4, 3, 9);
const MINUTE_MS = 60_000;
/** How long the example has been looked at: long enough that a button to press is due. */
export const EXAMPLE_AT_MS = 20_000;

const LINE: PublicLine = {
  v: 1,
  run: 1,
  settings: 1,
  phase: "queueing",
  now: NOW_MS,
  method: "fifo",
  lane: 0,
  serving: 4_000,
  last: 12_000,
  holes: [],
  near: 40,
  slots: 2,
  speed: 8,
  outflow: 120,
  waiting: 8_000,
  measured: 118,
  paused: false,
  message: null,
  messageAt: null,
  onward: false,
  startAt: null,
  endAt: null,
  losses: 0,
  stale: false,
  full: false,
  soldOut: false,
  checkIn: null,
  absence: 30,
  draw: null,
};

const PLACE: Waiting = {
  kind: "waiting",
  number: 5_204,
  turn: false,
  joinedAtMs: NOW_MS - 20 * MINUTE_MS,
  supportCode: "7KQ4-M2XD",
};

type Example = {
  readonly label: string;
  readonly place?: Visitor["place"];
  readonly line?: Partial<PublicLine>;
  readonly visitor?: Partial<Visitor>;
};

const NONE = { kind: "none" } as const;
const DRAW = { commitment: "", freeze: "", opensAt: 0 };

/** An example of each state that the page can be in: a state without one does not compile. */
const EXAMPLES: Readonly<Record<ScreenName, Example>> = {
  join: { label: "Joining", place: NONE, visitor: { line: null } },
  before: {
    label: "Before the start",
    place: NONE,
    line: {
      phase: "before",
      startAt: NOW_MS + 90 * MINUTE_MS,
      nextAt: NOW_MS + 60 * MINUTE_MS,
      draw: DRAW,
    },
  },
  "pre-queue": {
    label: "Pre-queue",
    line: { phase: "pre-queue", startAt: NOW_MS + 9 * MINUTE_MS },
  },
  "drawn-soon": {
    label: "Pre-queue with a draw",
    line: { phase: "pre-queue", startAt: NOW_MS + 9 * MINUTE_MS, draw: DRAW },
  },
  drawing: { label: "Drawing", line: { phase: "drawing", startAt: NOW_MS, draw: DRAW } },
  waiting: { label: "In line", line: { message: "Doors open at 19:00.", messageAt: NOW_MS } },
  slowed: { label: "Slowed", line: { slowed: true } },
  paused: { label: "Paused", line: { paused: true, message: "We are back in ten minutes." } },
  random: { label: "In line in random order", line: { method: "random" } },
  near: { label: "Nearly there", line: { serving: PLACE.number - 20 } },
  turn: { label: "Your turn", line: { serving: PLACE.number } },
  here: {
    label: "Your turn, with a button",
    line: { serving: PLACE.number },
    visitor: { confirm: { confirm: "always", seconds: 120 }, calledAtMs: 0 },
  },
  challenge: { label: "Challenge", place: { kind: "challenge", challenge: CHALLENGE } },
  full: { label: "Full", place: { kind: "full" } },
  "sold-out": { label: "Sold out", line: { soldOut: true } },
  ended: { label: "Ended", line: { phase: "ended" } },
  rejected: { label: "Nobody is let in", line: { phase: "rejected" } },
  kept: { label: "Recovering", line: { stale: true } },
  offline: { label: "Offline", visitor: { online: false } },
  unreachable: { label: "Cannot be reached", visitor: { failures: 3 } },
  error: { label: "Error", visitor: { failures: 3, faulty: true } },
  inside: { label: "Inside", place: { kind: "inside", redirectUrl: "" } },
  "session-ended": { label: "Visit over", place: { kind: "sessionEnded" } },
  used: { label: "Used on another device", place: { kind: "used" } },
  again: { label: "Place over", place: { kind: "again" } },
  cookies: { label: "No cookies", place: { kind: "cookies" } },
  refused: { label: "Join refused", place: { kind: "refused" } },
};

const MESSAGE = "message:";

/** The messages that visitors may meet, by what they say in English. */
const MESSAGES_OF_VISITORS = Object.entries(textsIn("en").messages).filter(([code]) =>
  Object.hasOwn(MESSAGES, code),
);

export type PreviewState = { readonly id: string; readonly label: string };

/** Everything that a preview can show: each state of the waiting page, then each message. */
export const PREVIEW_STATES: readonly PreviewState[] = [
  ...Object.entries(EXAMPLES).map(([id, { label }]) => ({ id, label })),
  ...MESSAGES_OF_VISITORS.map(([code, { headline }]) => ({
    id: MESSAGE + code,
    label: `Message: ${headline}`,
  })),
];

/** What of an event its page shows before the start. */
export type PreviewedOpening = {
  readonly isDrawn: boolean;
  readonly startAtMs: number | null;
  readonly preQueueMinutes: number;
};

/** What is shown in place of the examples. */
type Own = { readonly opening?: PreviewedOpening; readonly message?: string };

/**
 * A visitor whose page is in this state, and the line that they see, with an event's own opening and an operator's message
 * where they are given; undefined for a state that there is not.
 */
export function exampleOf(
  id: string,
  { opening, message }: Own,
): { visitor: Visitor; line: PublicLine } | undefined {
  const example = Object.entries(EXAMPLES).find(([name]) => name === id)?.[1];
  if (example === undefined) return undefined;
  const told = message === undefined ? {} : { message, messageAt: NOW_MS };
  const line = withOpening({ ...LINE, ...example.line, ...told }, opening);
  const visitor: Visitor = {
    ...newVisitor({ runId: 1, placed: false, joinable: false }, 0),
    place: example.place ?? PLACE,
    line,
    clockOffsetMs: line.now,
    checkedInAtMs: 0,
    wait: nextWait(NO_WAIT, line, PLACE.number),
    way: { from: 3_000, best: 0.6 },
    ...example.visitor,
  };
  return { visitor, line };
}

/** The example's moment lies before the event's start as it does before that of the example. */
function withOpening(line: PublicLine, opening: PreviewedOpening | undefined): PublicLine {
  if (opening === undefined) return line;
  const draw = opening.isDrawn ? line.draw : null;
  const { startAtMs, preQueueMinutes } = opening;
  if (startAtMs === null || line.startAt === null) return { ...line, draw };
  const now = startAtMs - (line.startAt - line.now);
  const joining = startAtMs - preQueueMinutes * MINUTE_MS;
  const nextAt = line.nextAt === undefined ? {} : { nextAt: preQueueMinutes > 0 ? joining : null };
  return { ...line, draw, now, startAt: startAtMs, ...nextAt };
}

/** The code of a message that a preview can show; undefined for what is none. */
export function exampleMessage(id: string): MessageCode | undefined {
  const known = MESSAGES_OF_VISITORS.find(([code]) => MESSAGE + code === id);
  // Filtered above.
  return known?.[0] as MessageCode | undefined;
}
