import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Alert, alertChange, withLost } from "./alert-change";
import { notify, playTone } from "./alert-sound";
import { isAlerting, onAlerting, takeUnheard } from "./alert-store";

/** One thing that began or is over, while the page was open. */
export type AlertNews = {
  readonly key: string;
  readonly text: string;
  readonly hasEnded: boolean;
  readonly atMs: number;
};

const KEPT = 3;

/** Whether this browser alerts; it then asks for figures in a hidden tab, too. */
export function useAlerting(): boolean {
  return useSyncExternalStore(onAlerting, isAlerting, () => false);
}

/**
 * Follows what is wrong and answers the newest changes, the newest first. Where this browser alerts, each is heard and
 * shown as a notice of the system. `alerts` is null before the first figures; `lost` says why nothing is known any more,
 * when nothing counts as over.
 */
export function useAlerts(
  alerts: readonly Alert[] | null,
  lost: Alert | null,
): { readonly news: readonly AlertNews[]; readonly isMuted: boolean } {
  const before = useRef<readonly Alert[] | null>(null);
  const [news, setNews] = useState<readonly AlertNews[]>([]);
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    if (alerts === null || (lost !== null && before.current === null)) return;
    const now = lost === null ? alerts : withLost(before.current ?? [], lost);
    const { began, ended } = alertChange(before.current, now);
    before.current = now;
    if (began.length + ended.length === 0) return;
    const atMs = Date.now();
    const told = (hasEnded: boolean) => (one: Alert) => ({ ...one, hasEnded, atMs });
    setNews((old) => [...began.map(told(false)), ...ended.map(told(true)), ...old].slice(0, KEPT));
    if (isAlerting()) void tell(began, ended).then(setMuted);
  }, [alerts, lost]);
  return { news, isMuted };
}

/** What this page has made heard and is not over. */
const heardHere = new Set<string>();

/** True where the browser kept silent. The end is told by the page that told the beginning. */
async function tell(began: readonly Alert[], ended: readonly Alert[]): Promise<boolean> {
  const loud = takeUnheard(began);
  for (const { key, text } of loud) {
    heardHere.add(key);
    notify(text, key);
  }
  const over = ended.filter(({ key }) => heardHere.delete(key));
  for (const { key, text } of over) notify(`Resolved: ${text}`, key);
  if (loud.length > 0) return !(await playTone("begins"));
  return over.length > 0 && !(await playTone("ends"));
}
