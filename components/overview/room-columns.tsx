import Link from "next/link";
import { eventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { waitText } from "@/components/live/wait-text";
import type { DataColumn } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Sparkline } from "@/components/shared/sparkline";
import type { Suspension } from "@/lib/domain/event/standing";
import type { RoomView } from "@/lib/domain/overview/overview";
import { ProblemChips } from "./problem-chips";

const NONE = <span className="text-muted">–</span>;

function Name({ room }: { room: RoomView }) {
  return (
    <>
      <Link
        href={`/events/${room.eventId}`}
        className="rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
      >
        {room.name}
      </Link>
      <span className="block font-mono text-note text-muted">
        {room.eventId}
        {room.isTest ? " · test" : ""}
      </span>
    </>
  );
}

function Waiting({ room }: { room: RoomView }) {
  if (room.waiting === null) return NONE;
  return (
    <span className="figures whitespace-nowrap">
      {formatNumber(room.waiting)}
      <span className="sm:hidden"> waiting</span>
    </span>
  );
}

function Outflow({ room }: { room: RoomView }) {
  const { outflowPerMinute, setOutflowPerMinute } = room;
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

function Wait({ room }: { room: RoomView }) {
  if (room.waiting === null) return NONE;
  return (
    <span className="figures whitespace-nowrap">
      {waitText(room.waitSeconds, room.waiting, room.paused)}
    </span>
  );
}

function Next({ room }: { room: RoomView }) {
  if (room.nextAt === null) return NONE;
  return <Moment at={room.nextAt} className="whitespace-nowrap text-muted" />;
}

/** The columns of the overview. On narrow screens waiting and state stand below the name. */
export function roomColumns(suspension: Suspension | null): readonly DataColumn<RoomView>[] {
  const state = (room: RoomView) => <StateChip state={eventState(room, room.phase, suspension)} />;
  return [
    {
      key: "name",
      header: "Event",
      cell: (room) => (
        <>
          <Name room={room} />
          <div className="mt-1 md:hidden">
            <ProblemChips problems={room.problems} />
          </div>
        </>
      ),
    },
    {
      key: "state",
      header: "Status",
      cell: (room) => (
        <div className="flex flex-wrap items-center gap-1.5">
          {state(room)}
          <div className="hidden md:block">
            <ProblemChips problems={room.problems} />
          </div>
        </div>
      ),
    },
    { key: "waiting", header: "Waiting", align: "end", cell: (room) => <Waiting room={room} /> },
    {
      key: "hour",
      header: "Last hour",
      wideOnly: true,
      cell: (room) =>
        room.series.length === 0 ? (
          NONE
        ) : (
          <Sparkline values={room.series} label="Waiting in the last hour" />
        ),
    },
    {
      key: "wait",
      header: "Wait",
      align: "end",
      wideOnly: true,
      cell: (room) => <Wait room={room} />,
    },
    {
      key: "outflow",
      header: "Outflow",
      align: "end",
      wideOnly: true,
      cell: (room) => <Outflow room={room} />,
    },
    { key: "next", header: "Next start", wideOnly: true, cell: (room) => <Next room={room} /> },
  ];
}
