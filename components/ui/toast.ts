export type Toast = {
  readonly id: number;
  readonly tone: "plain" | "success" | "info" | "danger";
  readonly text: string;
  readonly note?: string;
  /** One thing that can be done about it; the toast goes away when it is. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly timeoutMs: number;
  /** A newer one about the same takes its place: what it offered to do is out of date. */
  readonly about?: string;
};

type Options = Partial<Pick<Toast, "note" | "action" | "timeoutMs" | "about">>;

/** Long enough to read a sentence twice. */
const TIMEOUT_MS = 6_000;
const MOST = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const hearers = new Set<() => void>();

function keep(next: readonly Toast[]): void {
  toasts = next;
  for (const hear of hearers) hear();
}

function say(tone: Toast["tone"]) {
  return (text: string, options: Options = {}): void => {
    const toast = { id: nextId, tone, text, timeoutMs: TIMEOUT_MS, ...options };
    nextId += 1;
    const others = toasts.filter(({ about }) => about === undefined || about !== options.about);
    keep([...others, toast].slice(-MOST));
  };
}

/** Says for a few seconds, at the edge of the page, what came of something. At most three at a time: the oldest goes. */
export const toast = Object.assign(say("plain"), {
  success: say("success"),
  info: say("info"),
  danger: say("danger"),
});

export function dismissToast(id: number): void {
  keep(toasts.filter((one) => one.id !== id));
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  read: (): readonly Toast[] => toasts,
  hear: (hearer: () => void) => {
    hearers.add(hearer);
    return () => hearers.delete(hearer);
  },
};
