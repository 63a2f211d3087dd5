import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { MESSAGES, type MessageCode } from "@/waiting-room/http/messages";
import type { WaitingView } from "./waiting-view";

/** A moment that every preview shows alike. */
const NINE_O_CLOCK_MS = Date.UTC(2027, 4, 3, 9);
const IN_LINE = { number: 48_213, ahead: 1_204, wait: null, canEnter: false };

/** An example of each state of the waiting page: a state without one does not compile. */
const EXAMPLES: Readonly<Record<WaitingView["state"], readonly [string, WaitingView][]>> = {
  join: [["Joining", { state: "join" }]],
  before: [["Before the start", { state: "before", startAtMs: NINE_O_CLOCK_MS }]],
  waiting: [
    ["In line", { state: "waiting", ...IN_LINE }],
    ["Your turn", { state: "waiting", ...IN_LINE, ahead: 0, canEnter: true }],
  ],
  random: [["In line in random order", { state: "random" }]],
  paused: [["Paused", { state: "paused", message: "We are back in ten minutes.", number: 48_213 }]],
  kept: [["Recovering", { state: "kept" }]],
  full: [["Full", { state: "full" }]],
  "sold-out": [["Sold out", { state: "sold-out" }]],
  ended: [["Ended", { state: "ended", message: null }]],
  rejected: [["Nobody is let in", { state: "rejected", message: null }]],
};

export type PreviewState = { readonly id: string; readonly label: string };

const VIEWS: ReadonlyMap<string, WaitingView> = new Map(Object.values(EXAMPLES).flat());

const MESSAGE = "message:";

/** The messages that visitors may meet, by what they say in English. */
const MESSAGES_OF_VISITORS = Object.entries(textsIn("en").messages).filter(([code]) =>
  Object.hasOwn(MESSAGES, code),
);

/** Everything that a preview can show: each state of the waiting page, then each message. */
export const PREVIEW_STATES: readonly PreviewState[] = [
  ...[...VIEWS.keys()].map((label) => ({ id: label, label })),
  ...MESSAGES_OF_VISITORS.map(([code, { headline }]) => ({
    id: MESSAGE + code,
    label: `Message: ${headline}`,
  })),
];

/** The example of a state of the waiting page; undefined for what is none. */
export function exampleView(id: string): WaitingView | undefined {
  return VIEWS.get(id);
}

/** The code of a message that a preview can show; undefined for what is none. */
export function exampleMessage(id: string): MessageCode | undefined {
  const known = MESSAGES_OF_VISITORS.find(([code]) => MESSAGE + code === id);
  // Filtered above.
  return known?.[0] as MessageCode | undefined;
}
