import type { WaitRange } from "@/lib/domain/line/expected-wait";
import type { Screen } from "@/waiting-room/client/screen";
import { waitText } from "@/waiting-room/client/wait";
import type { Words } from "@/waiting-room/client/words";

/** What the server knows when it renders the page; the whole page for visitors without JavaScript. */
export type WaitingView =
  /** `joinId` makes the form without JavaScript repeatable; one per rendered page. */
  | { readonly state: "join"; readonly joinId?: string }
  | {
      readonly state: "waiting";
      readonly number: number;
      readonly ahead: number;
      /** The expected wait; null while nothing can be said. */
      readonly wait: WaitRange | null;
      /** Numbers up to this visitor's may enter now. */
      readonly canEnter: boolean;
    }
  | { readonly state: "before"; readonly startAtMs: number; readonly timeZone?: string }
  | { readonly state: "ended"; readonly message: string | null }
  | {
      readonly state: "paused";
      readonly message: string | null;
      readonly number: number | null;
      readonly ahead?: number;
    }
  | { readonly state: "random" }
  | { readonly state: "rejected"; readonly message: string | null }
  | { readonly state: "sold-out" }
  | { readonly state: "full" }
  | { readonly state: "kept" };

/** Shown as a bar of the same size. */
const NOTHING = "";

/** The screen of a view; the script replaces it with its own once it has the line. */
export function screenOfView(view: WaitingView, words: Words): Screen {
  switch (view.state) {
    case "join":
      return { ...blank("join", words), layout: "line" };
    case "waiting":
      return waitingScreen(view, words);
    case "before":
      return {
        ...blank("before", words),
        layout: "countdown",
        figureLabel: words.texts.beforeFigure,
        waitNote: words.format.moment(view.startAtMs, view.timeZone ?? "UTC"),
      };
    case "ended":
      return { ...blank("ended", words), message: view.message };
    case "paused":
      return {
        ...blank("paused", words),
        tone: "warn",
        layout: view.number === null ? "message" : "line",
        message: view.message,
        ahead: view.ahead ?? null,
        figure: view.ahead === undefined ? NOTHING : words.format.count(view.ahead),
        number: view.number === null ? NOTHING : words.format.count(view.number),
        wait: words.texts.waitPaused,
      };
    case "rejected":
      return { ...blank("rejected", words), message: view.message };
    case "random":
    case "sold-out":
    case "full":
      return blank(view.state, words);
    case "kept":
      return { ...blank("kept", words), tone: "warn" };
  }
}

function waitingScreen(view: Extract<WaitingView, { state: "waiting" }>, words: Words): Screen {
  const facts = {
    layout: "line",
    ahead: view.ahead,
    figure: words.format.count(view.ahead),
    number: words.format.count(view.number),
  } as const;
  if (!view.canEnter)
    return { ...blank("line", words), ...facts, name: "waiting", wait: waitText(view.wait, words) };
  return { ...blank("turn", words), ...facts, tone: "good", wait: words.texts.now, progress: 1 };
}

type Named = Extract<
  Screen["name"],
  | "join"
  | "turn"
  | "paused"
  | "before"
  | "ended"
  | "full"
  | "kept"
  | "random"
  | "rejected"
  | "sold-out"
>;

function blank(name: Named | "line", words: Words): Screen {
  const key = name === "sold-out" ? "soldOut" : name;
  return {
    name: name === "line" ? "waiting" : name,
    headline: words.texts[`${key}Title`],
    lead: words.texts[`${key}Lead`],
    layout: "message",
    tone: "calm",
    message: null,
    ahead: null,
    figureLabel: words.texts.aheadFigure,
    figure: NOTHING,
    number: NOTHING,
    wait: NOTHING,
    waitNote: "",
    progress: 0,
    action: null,
  };
}
