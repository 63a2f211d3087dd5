let context: AudioContext | null = null;

const BEGINS_HZ = [880, 660] as const;
const ENDS_HZ = [660, 880] as const;
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.2;

/**
 * Two notes: falling where a problem begins, rising where it is over. False where the browser lets no page make a sound
 * before somebody has pressed something in it; it is heard then.
 */
export async function playTone(of: "begins" | "ends"): Promise<boolean> {
  context ??= new AudioContext();
  const playing = context;
  if (playing.state !== "running") {
    void playing.resume();
    addEventListener("pointerdown", resume, { once: true });
    addEventListener("keydown", resume, { once: true });
  }
  const start = playing.currentTime + 0.05;
  const notes = of === "begins" ? BEGINS_HZ : ENDS_HZ;
  for (const [index, hertz] of notes.entries()) note(playing, hertz, start + index * NOTE_SECONDS);
  await new Promise((done) => setTimeout(done, NOTE_SECONDS * 1_000));
  return playing.state === "running";
}

function resume(): void {
  void context?.resume();
}

function note(playing: AudioContext, hertz: number, at: number): void {
  const [tone, volume] = [playing.createOscillator(), playing.createGain()];
  tone.frequency.value = hertz;
  // Without an edge, which would crack.
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.linearRampToValueAtTime(0, at + NOTE_SECONDS);
  tone.connect(volume).connect(playing.destination);
  tone.start(at);
  tone.stop(at + NOTE_SECONDS);
}

/** Shows a notice of the system where that is allowed. The same tag takes the place of the one before. */
export function notify(title: string, tag: string): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    new Notification(title, { tag });
  } catch {
    // Phones show them for installed pages alone.
  }
}

/** Asks whether notices may be shown, which a browser allows in answer to a press alone. */
export async function askToNotify(): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "default") return;
  await Notification.requestPermission().catch(() => undefined);
}
