import type { PageData } from "./page-data";
import type { Screen, ScreenAction } from "./screen";
import { screenOf } from "./screen-of";
import { nextSpoken, type Spoken, sentenceOf, titleOf, updatedText } from "./spoken";
import type { Visitor } from "./visitor";
import { wordsIn } from "./words";

export type Display = { readonly show: (visitor: Visitor, atMs: number) => void };

type Presses = Readonly<Record<"join-again" | "reload", () => void>>;

type Page = Pick<PageData, "eventName" | "language" | "texts">;

/** Writes screens into the page that the server rendered; touches only what changed. */
export function makeDisplay({ eventName, language, texts }: Page, presses: Presses): Display {
  const words = wordsIn(language, texts);
  const element = (id: string) => document.getElementById(id);
  const write = (id: string, text: string): void => {
    const target = element(id);
    if (target !== null && target.textContent !== text) target.textContent = text;
  };
  const toggle = (id: string, isShown: boolean): void => {
    const target = element(id);
    if (target !== null) target.hidden = !isShown;
  };
  let spoken: Spoken = { text: "", atMs: Number.NEGATIVE_INFINITY };
  let actionShown = "";

  const showAction = (action: ScreenAction | null): void => {
    const wanted = JSON.stringify(action);
    if (wanted === actionShown) return;
    actionShown = wanted;
    element("action")?.replaceChildren(
      ...(action === null ? [] : [actionElement(action, presses)]),
    );
    toggle("action", action !== null);
  };
  const writeScreen = (screen: Screen): void => {
    document.body.dataset["screen"] = screen.name;
    document.body.dataset["layout"] = screen.layout;
    document.body.dataset["tone"] = screen.tone;
    for (const [id, text] of writings(screen)) write(id, text);
    toggle("message", (screen.message ?? "") !== "");
    toggle("notes", screen.layout !== "message");
    element("progress")?.setAttribute("value", screen.progress.toFixed(4));
  };

  return {
    show: (visitor, atMs) => {
      const screen = screenOf(visitor, atMs, words);
      const title = titleOf(screen, eventName, words);
      writeScreen(screen);
      showAction(screen.action);
      write("updated", updatedText(visitor, atMs, words));
      for (const id of ["leave", "notices"]) toggle(id, visitor.place.kind === "waiting");
      toggle("status", visitor.place.kind !== "going" && isLive(visitor));
      if (document.title !== title) document.title = title;
      spoken = nextSpoken(spoken, sentenceOf(screen, words), atMs);
      write("announcer", spoken.text);
    },
  };
}

function writings(screen: Screen): readonly (readonly [string, string])[] {
  return [
    ["headline", screen.headline],
    ["lead", screen.lead],
    ["figure-label", screen.figureLabel],
    ["figure", screen.figure],
    ["number", screen.number],
    ["wait", screen.wait],
    ["wait-note", screen.waitNote],
    ["message-text", screen.message ?? ""],
  ];
}

/** False where nothing more is asked, so that no age is shown. */
function isLive({ dueAtMs }: Visitor): boolean {
  return Object.values(dueAtMs).some(Number.isFinite);
}

function actionElement(action: ScreenAction, presses: Presses): HTMLElement {
  const made = document.createElement(action.kind === "link" ? "a" : "button");
  made.className = "button";
  made.textContent = action.label;
  if (action.kind === "link") made.setAttribute("href", action.href);
  else made.addEventListener("click", presses[action.does]);
  return made;
}
