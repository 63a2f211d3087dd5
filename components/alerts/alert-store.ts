import { type Alert, type Heard, hear } from "./alert-change";

const SWITCH = "stanchion-alerts";
const HEARD = "stanchion-alerts-heard";

const hearers = new Set<() => void>();

/** Whether this browser alerts, as somebody chose in it; off at first, and where nothing can be kept. */
export function isAlerting(): boolean {
  return read(SWITCH) === "on";
}

/** Turns alerts on or off in every page of this browser; where nothing can be kept they stay off. Throws nothing. */
export function setAlerting(isOn: boolean): void {
  write(SWITCH, isOn ? "on" : "off");
  for (const onChange of hearers) onChange();
}

/** Calls back when it is turned, on whichever page. */
export function onAlerting(onChange: () => void): () => void {
  hearers.add(onChange);
  addEventListener("storage", onChange);
  return () => {
    hearers.delete(onChange);
    removeEventListener("storage", onChange);
  };
}

/** Which of these no page of this browser has made heard lately; they count as heard from now on. */
export function takeUnheard(began: readonly Alert[]): readonly Alert[] {
  const { loud, heard } = hear(readHeard(), began, Date.now());
  write(HEARD, JSON.stringify(heard));
  return loud;
}

function readHeard(): Heard {
  try {
    const kept: unknown = JSON.parse(read(HEARD) ?? "{}");
    const entries = Object.entries(kept ?? {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  } catch {
    return {};
  }
}

/** A browser may refuse to keep anything. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is off again after the next load.
  }
}
