import Link from "next/link";
import { eventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { waitText } from "@/components/live/wait-text";
import type { DataColumn } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Sparkline } from "@/components/shared/sparkline";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { Overview } from "@/lib/services/operation/live/overview";
import { ProblemChips } from "./problem-chips";
import { type RowActs, RowMenu } from "./row-menu";

const NONE = <span className="text-muted">–</span>;

const KINDS: Readonly<Record<ListedEvent["kind"], string>> = {
  "always-on": "always on",
  scheduled: "scheduled",
};

function Name({ event }: { event: ListedEvent }) {
  return (
    <>
      <Link
        href={`/events/${event.eventId}`}
        className="rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
      >
        {event.name}
      </Link>
      <span className="block font-mono text-note text-muted">
        {event.eventId}
        <span className="font-sans max-sm:hidden"> · {KINDS[event.kind]}</span>
      </span>
    </>
  );
}

function Waiting({ event }: { event: ListedEvent }) {
  if (event.waiting === null) return NONE;
  return <span className="figures whitespace-nowrap">{formatNumber(event.waiting)}</span>;
}

function Outflow({ event }: { event: ListedEvent }) {
  const { outflowPerMinute, setOutflowPerMinute } = event;
  return (
    <span className="figures whitespace-nowrap">
      {formatNumber(Math.round(outflowPerMinute))}
      <span className="text-muted">/min</span>
      {outflowPerMinute < setOutflowPerMinute ? (
        <span className="block text-note text-muted">of {formatNumber(setOutflowPerMinute)}</span>
      ) : null}
    </span>
  );
}

function Wait({ event }: { event: ListedEvent }) {
  if (event.waiting === null) return NONE;
  return (
    <span className="figures whitespace-nowrap">{waitText(event.waitSeconds, event.waiting)}</span>
  );
}

function Next({ event }: { event: ListedEvent }) {
  if (event.nextAt === null) return NONE;
  return <Moment at={event.nextAt} className="whitespace-nowrap text-muted" />;
}

function Admitted({ event }: { event: ListedEvent }) {
  if (event.admitted === null) return NONE;
  return (
    <span className="figures whitespace-nowrap">
      {formatNumber(event.admitted)}
      {event.admittedPerMinute === null ? null : (
        <span className="block text-note text-muted">
          {formatNumber(event.admittedPerMinute)} last minute
        </span>
      )}
    </span>
  );
}

/** What one looks at on the way, where there is no room for its columns. */
function PhoneFigures({ event }: { event: ListedEvent }) {
  return (
    <div className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted md:hidden">
      {event.waiting === null ? null : (
        <>
          <span className="whitespace-nowrap">
            <Waiting event={event} /> waiting
          </span>
          <span className="whitespace-nowrap">
            Wait <Wait event={event} />
          </span>
        </>
      )}
      <Outflow event={event} />
      {event.nextAt === null ? null : (
        <span>
          Opens <Next event={event} />
        </span>
      )}
    </div>
  );
}

function choiceOf({ isChosen, choose, isFull }: RowActs): DataColumn<ListedEvent> {
  return {
    key: "choice",
    header: "Select",
    hideHeader: true,
    cell: (event) => (
      <label className="relative z-10 -m-2 flex cursor-pointer p-2 max-sm:-m-3.5 max-sm:p-3.5">
        <input
          type="checkbox"
          aria-label={`Select ${event.name}`}
          autoComplete="off"
          checked={isChosen?.(event) === true}
          disabled={isFull === true && isChosen?.(event) !== true}
          onChange={({ target }) => choose?.(event, target.checked)}
          className="size-4 accent-accent outline-none focus-visible:focus-ring"
        />
      </label>
    ),
  };
}

/** The columns of the overview. On narrow screens the figures that matter and problems stand below the name. */
export function eventColumns(
  { suspension, isServed }: Pick<Overview, "suspension" | "isServed">,
  acts: RowActs,
): readonly DataColumn<ListedEvent>[] {
  const stateOf = (event: ListedEvent) =>
    eventState(event, event.phase, {
      suspension,
      isSoldOut: event.problems.includes("sold-out"),
      isReached: isServed !== null,
    });
  return [
    ...(acts.choose === undefined ? [] : [choiceOf(acts)]),
    {
      key: "name",
      header: "Event",
      cell: (event) => (
        <>
          <Name event={event} />
          <PhoneFigures event={event} />
          <div className="mt-1 md:hidden">
            <ProblemChips problems={event.problems} state={stateOf(event)} />
          </div>
        </>
      ),
    },
    {
      key: "state",
      header: "Status",
      cell: (event) => (
        <div className="flex flex-wrap items-center gap-1.5">
          <StateChip state={stateOf(event)} />
          <div className="hidden md:block">
            <ProblemChips problems={event.problems} state={stateOf(event)} />
          </div>
        </div>
      ),
    },
    {
      key: "waiting",
      header: "Waiting",
      align: "end",
      wideOnly: true,
      cell: (event) => <Waiting event={event} />,
    },
    {
      key: "hour",
      header: "Last hour",
      wideOnly: true,
      cell: (event) =>
        event.series.length === 0 ? (
          NONE
        ) : (
          <Sparkline values={event.series} label="Waiting in the last hour" />
        ),
    },
    {
      key: "wait",
      header: "Wait",
      align: "end",
      wideOnly: true,
      cell: (event) => <Wait event={event} />,
    },
    {
      key: "outflow",
      header: "Outflow",
      align: "end",
      wideOnly: true,
      cell: (event) => <Outflow event={event} />,
    },
    {
      key: "admitted",
      header: "Admitted",
      align: "end",
      wideOnly: true,
      cell: (event) => <Admitted event={event} />,
    },
    { key: "next", header: "Next start", wideOnly: true, cell: (event) => <Next event={event} /> },
    {
      key: "menu",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: (event) => <RowMenu event={event} acts={acts} />,
    },
  ];
}
