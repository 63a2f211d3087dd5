import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import { loadExtras } from "./load-extras";
import type { Signals } from "./signals";

/** How a page calls its visitor at the turn. */
export type Alerts = Pick<Signals, "turn" | "lastsMs">;

/** Puts a button for each way to be called into `box`. Nothing is asked of the browser, or loaded, before a press. */
export function makeAlerts(texts: ScreenTexts, box: HTMLElement | null): Alerts {
  let context: AudioContext | undefined;
  let signals: Signals | undefined;
  const load = async () => {
    const { makeSignals } = await loadExtras();
    signals ??= makeSignals(texts);
    return signals;
  };
  // Browsers ask, and allow sound, only while a press counts: loading comes after it.
  const pressSound = async () => {
    context ??= new AudioContext();
    const started = context.resume();
    const { pressSound: press } = await load();
    await started;
    return press(context);
  };
  const pressNotify = async () => {
    const asked = Notification.requestPermission();
    return (await load()).pressNotify(await asked);
  };
  if ("AudioContext" in window) box?.append(alertButton(texts.soundOff, pressSound));
  if ("Notification" in window) box?.append(alertButton(texts.notifyOff, pressNotify));
  return {
    turn: (title) => signals?.turn(title),
    lastsMs: () => signals?.lastsMs() ?? 0,
  };
}

/** A button whose label says what is in force; a press answers the next one. */
function alertButton(label: string, press: () => Promise<string>): HTMLElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.onclick = () =>
    press().then(
      (next) => {
        button.textContent = next;
      },
      () => button.remove(),
    );
  return button;
}
