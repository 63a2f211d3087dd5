import type { ReactNode } from "react";
import { formatNumber, formatSecond } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/class-names";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { waitText } from "./wait-text";

type Snapshot = NonNullable<EventLive["snapshot"]>;
type Lane = Snapshot["lanes"][number];

/** The columns of a wide screen; a narrow one stacks them. */
const COLUMNS =
  "sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)] sm:items-center sm:gap-x-4";
const HEADINGS = ["Lane", "Waiting", "Serving number", "Admitted, last minute", "Expected wait"];
/** Each stands over its figures, which end to the right; a bar follows those of who waits. */
const HEADING_LOOKS = ["", "w-16 text-right", "text-right", "text-right", "text-right"];

/** Each lane of a line with several, in the order of the event. */
export function LanesPanel({ live: { event, snapshot } }: { live: EventLive }) {
  if (snapshot === null || snapshot.lanes.length < 2) return null;
  const { lanes, laneMode, lineTimeMs } = snapshot;
  const most = Math.max(1, ...lanes.map(({ waiting }) => waiting));
  return (
    <Panel
      title="Lanes"
      description={
        laneMode === "ordered"
          ? "In order: each lane waits until the lanes above are empty."
          : "Each lane gets its share of slots while visitors wait in it."
      }
      actions={
        <span className="figures text-xs text-muted">
          as of {formatSecond(lineTimeMs, event.timeZone)}
        </span>
      }
      flush
    >
      <div
        aria-hidden
        className={cn(
          COLUMNS,
          "hidden h-8 border-b border-separator bg-surface-secondary px-4 text-xs font-medium text-muted",
        )}
      >
        {HEADINGS.map((heading, index) => (
          <span key={heading} className={HEADING_LOOKS[index]}>
            {heading}
          </span>
        ))}
      </div>
      <ul aria-label="Lanes" className="divide-y divide-separator">
        {lanes.map((lane, index) => (
          <li key={lane.name} className={cn(COLUMNS, "px-4 py-2.5 text-sm")}>
            <LaneName lane={lane} place={index + 1} />
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:contents">
              <Figure label="Waiting" isFirst>
                <WaitingBar waiting={lane.waiting} share={lane.waiting / most} />
              </Figure>
              <Figure label="Serving number">
                {formatNumber(lane.servingNumber)}
                <span className="text-xs text-muted"> of {formatNumber(lane.lastNumber)}</span>
              </Figure>
              <Figure label="Admitted, last minute">{formatNumber(lane.admittedLastMinute)}</Figure>
              <Figure label="Expected wait">
                {waitText(lane.expectedWaitSeconds, lane.waiting)}
              </Figure>
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function LaneName({ lane, place }: { lane: Lane; place: number }) {
  const { name, share, isDefault } = lane;
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      {share === null ? (
        <span className="figures w-3 shrink-0 text-xs text-muted">{place}</span>
      ) : null}
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium break-words">{name}</span>
        {share === null ? null : (
          <span className="figures text-xs text-muted">
            {Math.round(share * 100)}% of the slots
          </span>
        )}
        {isDefault ? (
          <Chip size="sm" variant="soft">
            Default
          </Chip>
        ) : null}
      </span>
    </div>
  );
}

type FigureProps = { label: string; isFirst?: boolean; children: ReactNode };

function Figure({ label, isFirst = false, children }: FigureProps) {
  return (
    <div className={isFirst ? "min-w-0" : "min-w-0 sm:text-right"}>
      <dt className="text-xs text-muted sm:sr-only">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function WaitingBar({ waiting, share }: { waiting: number; share: number }) {
  return (
    <span className="flex items-center gap-3">
      <span className="sm:min-w-16 sm:text-right">{formatNumber(waiting)}</span>
      <span
        aria-hidden
        className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-surface-tertiary"
      >
        <span
          className="block h-full rounded-full bg-chart-waiting transition-[width] duration-500 motion-reduce:transition-none"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}
