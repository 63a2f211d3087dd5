import type { ScreenTexts } from "@/lib/domain/page-texts/texts";

/** Sound and notifications, as the visitor has turned them on. Each press answers what its button says then. */
export type Signals = {
  readonly pressSound: (context: AudioContext, started: Promise<void>) => Promise<string>;
  readonly pressNotify: (asked: Promise<NotificationPermission>) => Promise<string>;
  /** The turn has come. */
  readonly turn: (title: string) => void;
  /** How long the page has to stay, once going in begins, for its sound to be heard. */
  readonly lastsMs: () => number;
};

const NOTES_HERTZ = [659, 880, 1_319] as const;
const SOUND_MS = 1_500;

export function makeSignals(texts: ScreenTexts): Signals {
  let sound: AudioContext | null = null;
  let isNotified = false;
  return {
    pressSound: async (context, started) => {
      await started;
      sound = sound === null ? context : null;
      // Whoever turns it on hears how loud it is.
      if (sound !== null) play(sound, NOTES_HERTZ.slice(0, 1));
      return sound === null ? texts.soundOff : texts.soundOn;
    },
    pressNotify: async (asked) => {
      const isAllowed = (await asked) === "granted";
      isNotified = isAllowed && !isNotified;
      const off = isAllowed ? texts.notifyOff : texts.notifyDenied;
      return isNotified ? texts.notifyOn : off;
    },
    turn: (title) => {
      if (sound !== null) play(sound, NOTES_HERTZ);
      if (isNotified) notify(title, texts.notifyBody);
    },
    lastsMs: () => (sound === null ? 0 : SOUND_MS),
  };
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
