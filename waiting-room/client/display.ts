import type { Screen, ScreenAction } from "./screen";
import { NOTHING_SPOKEN, nextSpoken, saidOf, titleOf } from "./spoken";
import { updatedText } from "./updated-text";
import type { Visitor } from "./visitor";
import type { Words } from "./words";

/** Shows a visitor by a screen. */
export type Display = (screen: Screen, visitor: Visitor, atMs: number, words: Words) => void;

type Presses = Readonly<Record<Extract<ScreenAction, { kind: "button" }>["does"], () => void>>;

/** Writes screens into the page that the server rendered; touches only what changed. */
export function makeDisplay(eventName: string, presses: Presses): Display {
  const element = (id: string) => document.getElementById(id);
  const write = (id: string, text: string): void => {
    const target = element(id);
    if (target !== null && target.textContent !== text) target.textContent = text;
  };
  const toggle = (id: string, isShown: boolean): void => {
    const target = element(id);
    if (target !== null) target.hidden = !isShown;
  };
  const keptAlways = element("kept")?.textContent ?? "";
  let spoken = NOTHING_SPOKEN;
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
    const { layout, name, tone } = screen;
    Object.assign(document.body.dataset, { screen: name, layout, tone });
    for (const [id, text] of Object.entries(writings(screen, keptAlways))) write(id, text);
    element("progress")?.setAttribute("value", screen.progress.toFixed(4));
    showAction(screen.action);
  };
  const toggleParts = (screen: Screen, { place }: Visitor): void => {
    const { draw, isOver, kept, layout, message, name } = screen;
    const waits = place.kind === "waiting" && !isOver;
    const code = place.kind === "waiting" ? place.supportCode : null;
    const shown = {
      support: code,
      message,
      notes: layout !== "message",
      receipt: draw === "promised",
      promise: draw === "promised",
      status: !isOver && place.kind !== "going" && place.kind !== "challenge",
      check: draw === "done",
      leave: waits,
      alerts: waits && name !== "turn" && name !== "here",
      "kept-note": (kept || keptAlways) && name !== "before",
      move: waits,
      notices: waits,
    };
    for (const [id, isShown] of Object.entries(shown)) toggle(id, !!isShown);
    if (code !== null) write("support-code", code);
  };

  return (screen, visitor, atMs, words) => {
    const focused = document.activeElement;
    const title = titleOf(screen, eventName, words);
    writeScreen(screen);
    toggleParts(screen, visitor);
    write("updated", updatedText(visitor, atMs, words));
    if (document.title !== title) document.title = title;
    spoken = nextSpoken(spoken, saidOf(screen, words), atMs);
    write("announcer", spoken.text);
    keepFocus(focused);
  };
}

/** Whoever was on something that is gone goes on at the next button, or at the headline. */
function keepFocus(focused: Element | null): void {
  if (!(focused instanceof HTMLElement) || focused === document.body) return;
  if (focused.offsetParent !== null) return;
  document.querySelector<HTMLElement>("#action>*,#headline")?.focus();
}

function writings(screen: Screen, keptAlways: string): Readonly<Record<string, string>> {
  const { headline, lead, figure, number, wait } = screen;
  return {
    headline,
    lead,
    figure,
    number,
    wait,
    "figure-label": screen.figureLabel,
    "wait-note": screen.waitNote,
    kept: screen.kept || keptAlways,
    "message-text": screen.message ?? "",
    "message-time": screen.messageTime,
  };
}

function actionElement(action: ScreenAction, presses: Presses): HTMLElement {
  if (action.kind === "challenge") {
    const box = document.createElement("div");
    box.id = "challenge";
    return box;
  }
  const made = document.createElement(action.kind === "link" ? "a" : "button");
  made.className = "button";
  made.textContent = action.label;
  if (action.kind === "link") made.setAttribute("href", action.href);
  else made.addEventListener("click", presses[action.does]);
  return made;
}
