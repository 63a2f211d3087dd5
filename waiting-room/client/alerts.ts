import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { loadExtras } from "./load-extras";
import type { Signals } from "./signals";

/** How a page calls its visitor at the turn. */
export type Alerts = Pick<Signals, "turn" | "lastsMs">;

/** Puts a button for each way to be called into `box`. Nothing is asked of the browser, or loaded, before a press. */
export function makeAlerts(texts: ScreenTexts, box: HTMLElement | null): Alerts {
  let context: AudioContext | undefined;
  let signals: Signals | undefined;
  const load = () =>
    loadExtras().then(({ makeSignals }) => {
      signals ??= makeSignals(texts);
      return signals;
    });
  // Browsers ask, and allow sound, only while a press counts: loading comes after it.
  const pressSound = async () => {
    context ??= new AudioContext();
    const started = context.resume();
    return (await load()).pressSound(context, started);
  };
  const pressNotify = async () => {
    const asked = Notification.requestPermission();
    return (await load()).pressNotify(asked);
  };
  if ("AudioContext" in window) box?.append(alertButton(texts.soundOff, pressSound));
  if ("Notification" in window) box?.append(alertButton(texts.notifyOff, pressNotify));
  return {
    turn: (title) => signals?.turn(title),
    lastsMs: () => signals?.lastsMs() ?? 0,
  };
}

/** A button whose label says what is in force; a press answers the next one, and one that fails leaves it. */
function alertButton(label: string, press: () => Promise<string>): HTMLElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.onclick = () =>
    press().then((next) => {
      button.textContent = next;
    }, Boolean);
  return button;
}
