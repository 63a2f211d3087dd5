import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { EventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/class-names";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { ControlProps } from "./controls/control-props";
import { PauseOrResume } from "./controls/pause-button";
import { type Tile, tilesOf } from "./tiles";
import type { Trouble } from "./troubles";

/** Where the controls begin, for who jumps there. */
export const CONTROLS_ID = "controls";

type LiveBarProps = Omit<ControlProps, "event"> & {
  live: EventLive;
  state: EventState;
  troubles: readonly Trouble[];
  mayOperate: boolean;
  askPause: () => void;
};

/** State, figures, and the control that holds everybody, while the page shows one of them nowhere else. */
export function LiveBar({ live, state, troubles, mayOperate, ...control }: LiveBarProps) {
  const isOutOfSight = useOutOfSight();
  if (!isOutOfSight) return null;
  const [waiting, admitted, wait] = tilesOf(live, null);
  const wrong = troubles.filter(({ tone }) => tone !== "info");
  return (
    <section
      data-slot="live-bar"
      aria-label="State and controls"
      className="sticky bottom-[calc(0.5rem+var(--toaster-room))] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-separator bg-overlay px-3 py-2 shadow-overlay sm:flex-nowrap"
    >
      <StateChip state={state} isNamed />
      <dl className="figures flex min-w-0 items-baseline gap-x-5 text-sm">
        <Figure {...waiting} />
        <Figure {...admitted} className="max-xl:hidden" />
        <Figure {...wait} className="max-md:hidden" />
      </dl>
      {wrong[0] === undefined ? null : (
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-warning-soft-foreground max-sm:hidden">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{wrong.map(({ title }) => title).join(", ")}</span>
        </p>
      )}
      {mayOperate ? (
        <div className="ml-auto flex shrink-0 gap-2 max-sm:w-full max-sm:[&>*]:flex-1 max-[20rem]:flex-wrap">
          <a href={`#${CONTROLS_ID}`} className={buttonClass({ size: "sm", variant: "tertiary" })}>
            Controls
          </a>
          <PauseOrResume {...control} event={live.event} isInBar />
        </div>
      ) : null}
    </section>
  );
}

function Figure({ label, value, className }: Tile & { className?: string }) {
  return (
    <div className={cn("flex items-baseline gap-1.5 whitespace-nowrap", className)}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

/** True while one of the parts that are marked with `data-in-sight` is not on the screen. */
function useOutOfSight(): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    const seen = new Map<Element, boolean>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries)
          seen.set(target, intersectionRatio > 0.6);
        setOut([...seen.values()].includes(false));
      },
      { threshold: [0, 0.6, 1] },
    );
    for (const part of document.querySelectorAll("[data-in-sight]")) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return isOut;
}
