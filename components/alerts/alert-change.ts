/** A problem that somebody may want to be told of when it begins and when it is over. */
export type Alert = {
  /** The same for the same problem on every page. */
  readonly key: string;
  /** In a few words, as the name of the event and what is wrong. */
  readonly text: string;
};

const LOST: Alert = { key: "lost", text: "The console is not responding" };

/** Why nothing is known, where no answer comes; null where one does. */
export function consoleLoss(isLost: boolean): Alert | null {
  return isLost ? LOST : null;
}

/** While nothing is known, what was wrong stays, and that nothing is known is wrong too. */
export function withLost(before: readonly Alert[], lost: Alert): readonly Alert[] {
  return before.some(({ key }) => key === lost.key) ? before : [...before, lost];
}

export type AlertChange = { readonly began: readonly Alert[]; readonly ended: readonly Alert[] };

/** What began and what is over since the last look. What is there at the first look, when `before` is null, is no news. */
export function alertChange(before: readonly Alert[] | null, now: readonly Alert[]): AlertChange {
  const without = (all: readonly Alert[], others: readonly Alert[]) =>
    all.filter(({ key }) => !others.some((other) => other.key === key));
  if (before === null) return { began: [], ended: [] };
  return { began: without(now, before), ended: without(before, now) };
}

/** A problem that comes and goes is heard once in so long, on however many pages of a browser. */
export const QUIET_MS = 60_000;

/** When each problem was last heard, as it is kept in the browser. */
export type Heard = Readonly<Record<string, number>>;

/** Which of these may be heard now, and what to keep afterwards. Moments of the future count for nothing. */
export function hear(
  heard: Heard,
  began: readonly Alert[],
  nowMs: number,
): { readonly loud: readonly Alert[]; readonly heard: Heard } {
  const recent = Object.entries(heard).filter(([, at]) => at <= nowMs && nowMs - at < QUIET_MS);
  const loud = began.filter(({ key }) => !recent.some(([one]) => one === key));
  const newest = loud.map(({ key }) => [key, nowMs] as const);
  return { loud, heard: Object.fromEntries([...recent, ...newest]) };
}
