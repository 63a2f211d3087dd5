import { CalendarClock } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { overridesInWords } from "@/lib/domain/schedule/in-words";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { periodStartingAt } from "@/lib/domain/schedule/schedule";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { EditSchedule } from "./edit-schedule";
import { ScheduleRow } from "./schedule-row";

type SchedulePanelProps = {
  event: EventView;
  /** The moment of the page, so that server and browser show the same times. */
  nowMs: number;
  canWrite: boolean;
  save: Action<UpdateEventInput, EventView>;
};

const DESCRIPTIONS = {
  scheduled: "Each schedule opens a new run, with optional overrides.",
  "always-on": "Override settings while a schedule is active.",
} as const;

/** The named times of an event. */
export function SchedulePanel(props: SchedulePanelProps) {
  const { event, canWrite } = props;
  const add = (variant: "primary" | "secondary") =>
    canWrite ? (
      <EditSchedule {...props} schedule={null} variant={variant}>
        Add schedule
      </EditSchedule>
    ) : null;
  const isEmpty = event.schedules.length === 0;
  const waitsForStart = event.status === "draft" && event.kind === "scheduled" && !isEmpty;
  return (
    <div className="flex flex-col gap-3">
      {waitsForStart ? (
        <Notice tone="info">
          Schedules are not active yet. Start the event once to activate them.
        </Notice>
      ) : null}
      {event.status === "open" ? <KeptRun event={event} /> : null}
      <Panel
        title="Schedules"
        description={DESCRIPTIONS[event.kind]}
        actions={isEmpty ? null : add("secondary")}
        flush
      >
        {isEmpty ? (
          <EmptyState icon={CalendarClock} title="No schedules yet" action={add("primary")}>
            {event.kind === "scheduled"
              ? "Open the event every Monday at nine, or on three dates with different settings."
              : "Lower the outflow at night, or raise it during office hours."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-separator">
            {event.schedules.map((schedule) => (
              <ScheduleRow key={schedule.id} {...props} schedule={schedule} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

/** A run goes on as it was opened when its schedule no longer has its time. */
function KeptRun({ event }: { event: EventView }) {
  const { occurrence, endAt, timeZone } = event;
  if (occurrence === null) return null;
  const { schedule, startAtMs } = occurrence;
  const now = event.schedules.find(({ id }) => id === schedule.id);
  if (now !== undefined && periodStartingAt(now, startAtMs) !== null) return null;
  const replaced = overridesInWords(schedule.overrides);
  return (
    <Notice tone="info">
      The current run keeps overrides from “{schedule.name}”
      {endAt === null
        ? ""
        : ` until ${instantToLocalTime(Date.parse(endAt), timeZone).replace("T", " ")}`}
      {replaced.length === 0 ? "" : `: ${replaced.join(", ")}`}.
    </Notice>
  );
}
