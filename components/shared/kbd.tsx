import { Fragment, useSyncExternalStore } from "react";
import { cn } from "@/components/ui/class-names";

/** Keys as people say them, for those who hear them. */
const SPOKEN: Readonly<Record<string, string>> = {
  "⌘": "Command",
  "↑": "Up",
  "↓": "Down",
  "↵": "Enter",
};

const never = () => () => undefined;

/** True on keyboards with a ⌘; false while the page is rendered on the server. */
export function useHasCommandKey(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
}

type KbdProps = {
  /** Pressed together, or one after the other with `then`. `Mod` is ⌘ or Ctrl, as the keyboard has it. */
  keys: readonly string[];
  then?: boolean;
  className?: string;
};

/** The keys of a shortcut. */
export function Kbd({ keys, then, className }: KbdProps) {
  const modifier = useHasCommandKey() ? "⌘" : "Ctrl";
  return (
    <span className={cn("inline-flex items-center gap-1", className)}>
      {keys.map((key, index) => {
        const shown = key === "Mod" ? modifier : key;
        return (
          <Fragment key={key}>
            {then === true && index > 0 ? <span className="text-xs text-muted">then</span> : null}
            <kbd className="min-w-5 rounded-sm border border-border bg-surface-secondary px-1 py-px text-center font-sans text-xs leading-4 text-muted">
              <span aria-hidden={SPOKEN[shown] !== undefined}>{shown}</span>
              {SPOKEN[shown] === undefined ? null : (
                <span className="sr-only">{SPOKEN[shown]}</span>
              )}
            </kbd>
          </Fragment>
        );
      })}
    </span>
  );
}
