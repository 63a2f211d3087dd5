import { Maximize } from "lucide-react";
import { type RefObject, useSyncExternalStore } from "react";
import { AlertSwitch } from "@/components/alerts/alert-switch";
import { ButtonLink } from "@/components/shared/button-link";
import { formatSecond } from "@/components/shared/format";
import { useNow } from "@/components/shared/use-now";
import { useZone } from "@/components/shared/zone";
import { Button } from "@/components/ui/button";

type WallBarProps = {
  customer: string;
  frame: RefObject<HTMLDivElement | null>;
  /** The browser kept silent. */
  isMuted: boolean;
};

function subscribe(onChange: () => void): () => void {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

function neverChanges(): () => void {
  return () => undefined;
}

/** Whose wall it is and what time it is; the controls go while it fills the screen. */
export function WallBar({ customer, frame, isMuted }: WallBarProps) {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  );
  const canFill = useSyncExternalStore(
    neverChanges,
    () => document.fullscreenEnabled,
    () => false,
  );
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="mr-auto text-2xl font-semibold sm:text-3xl">{customer}</p>
      {isFull ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <AlertSwitch isMuted={isMuted} />
          <ButtonLink href="/overview" variant="tertiary">
            Overview
          </ButtonLink>
          {canFill ? (
            <Button
              variant="secondary"
              onClick={() => void frame.current?.requestFullscreen().catch(() => undefined)}
            >
              <Maximize aria-hidden />
              Full screen
            </Button>
          ) : null}
        </div>
      )}
      <Clock />
    </header>
  );
}

function Clock() {
  const now = useNow();
  const zone = useZone();
  return (
    <p className="figures text-3xl font-semibold sm:text-5xl">
      {now === null ? "" : formatSecond(now, zone)}
    </p>
  );
}
