import type { ScreenTexts } from "@/lib/domain/page-texts/texts";

/** How a page calls its visitor at the turn. */
export type Alerts = {
  /** The turn has come. */
  readonly turn: (title: string) => void;
  /** How long the page has to stay, once going in begins, for its sound to be heard. */
  readonly lastsMs: () => number;
};

const NOTES_HERTZ = [659, 880, 1_319] as const;
const SOUND_MS = 1_500;

/** Puts a button for each way to be called into `box`. Nothing is asked of the browser before a press. */
export function makeAlerts(texts: ScreenTexts, box: HTMLElement | null): Alerts {
  let context: AudioContext | null = null;
  let isNotified = false;

  const pressSound = async (): Promise<string> => {
    if (context !== null) {
      await context.close();
      context = null;
      return texts.soundOff;
    }
    context = new AudioContext();
    await context.resume();
    // Whoever turns it on hears how loud it is.
    play(context, NOTES_HERTZ.slice(0, 1));
    return texts.soundOn;
  };
  const pressNotify = async (): Promise<string> => {
    const isAllowed = (await Notification.requestPermission()) === "granted";
    isNotified = isAllowed && !isNotified;
    const off = isAllowed ? texts.notifyOff : texts.notifyDenied;
    return isNotified ? texts.notifyOn : off;
  };
  if ("AudioContext" in window) box?.append(alertButton(texts.soundOff, pressSound));
  if ("Notification" in window) box?.append(alertButton(texts.notifyOff, pressNotify));
  return {
    turn: (title) => {
      if (context !== null) play(context, NOTES_HERTZ);
      if (isNotified) notify(title, texts.notifyBody);
    },
    lastsMs: () => (context === null ? 0 : SOUND_MS),
  };
}

/** A button whose label says what is in force; a press answers the next one. */
function alertButton(label: string, press: () => Promise<string>): HTMLElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.addEventListener("click", () => {
    press().then(
      (next) => {
        button.textContent = next;
      },
      () => button.remove(),
    );
  });
  return button;
}

function play(context: AudioContext, notes: readonly number[]): void {
  notes.forEach((hertz, index) => {
    const atSeconds = context.currentTime + 0.28 * index;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, atSeconds);
    volume.gain.exponentialRampToValueAtTime(0.3, atSeconds + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, atSeconds + 0.8);
    tone.connect(volume).connect(context.destination);
    tone.start(atSeconds);
    tone.stop(atSeconds + 0.8);
  });
}

function notify(title: string, body: string): void {
  try {
    const shown = new Notification(title, { body, tag: "stanchion-turn" });
    shown.onclick = () => window.focus();
  } catch {
    // Phones allow this to service workers alone; push reaches them.
  }
}
