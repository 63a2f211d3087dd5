import { formatCount, formatMoment } from "@/waiting-room/client/format";
import type { Screen } from "@/waiting-room/client/screen";
import type { Texts } from "@/waiting-room/client/texts";

/** What the server knows when it renders the page; the whole page for visitors without JavaScript. */
export type WaitingView =
  /** `joinId` makes the form without JavaScript repeatable; one per rendered page. */
  | { readonly state: "join"; readonly joinId?: string }
  | {
      readonly state: "waiting";
      readonly number: number;
      readonly ahead: number;
      /** The expected wait as text, from `waitText`. */
      readonly waitText: string;
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
export function screenOfView(view: WaitingView, texts: Texts): Screen {
  switch (view.state) {
    case "join":
      return { ...blank("join", texts), layout: "line" };
    case "waiting":
      return waitingScreen(view, texts);
    case "before":
      return {
        ...blank("before", texts),
        layout: "countdown",
        figureLabel: texts.beforeFigure,
        waitNote: formatMoment(view.startAtMs, view.timeZone ?? "UTC"),
      };
    case "ended":
      return { ...blank("ended", texts), message: view.message };
    case "paused":
      return {
        ...blank("paused", texts),
        tone: "warn",
        layout: view.number === null ? "message" : "line",
        message: view.message,
        figure: view.ahead === undefined ? NOTHING : formatCount(view.ahead),
        number: view.number === null ? NOTHING : formatCount(view.number),
        wait: texts.waitPaused,
      };
    case "rejected":
      return { ...blank("rejected", texts), message: view.message };
    case "random":
    case "sold-out":
    case "full":
      return blank(view.state, texts);
    case "kept":
      return { ...blank("kept", texts), tone: "warn" };
  }
}

function waitingScreen(view: Extract<WaitingView, { state: "waiting" }>, texts: Texts): Screen {
  const facts = {
    layout: "line",
    figure: formatCount(view.ahead),
    number: formatCount(view.number),
  } as const;
  if (!view.canEnter)
    return { ...blank("line", texts), ...facts, name: "waiting", wait: view.waitText };
  return { ...blank("turn", texts), ...facts, tone: "good", wait: texts.now, progress: 1 };
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

function blank(name: Named | "line", texts: Texts): Screen {
  const key = name === "sold-out" ? "soldOut" : name;
  return {
    name: name === "line" ? "waiting" : name,
    headline: texts[`${key}Title`],
    lead: texts[`${key}Lead`],
    layout: "message",
    tone: "calm",
    message: null,
    figureLabel: texts.aheadFigure,
    figure: NOTHING,
    number: NOTHING,
    wait: NOTHING,
    waitNote: "",
    progress: 0,
    action: null,
  };
}
