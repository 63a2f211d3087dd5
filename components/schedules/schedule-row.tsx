import { ConfirmButton } from "@/components/shared/confirm-button";
import { overridesInWords, timingInWords } from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { EditSchedule } from "./edit-schedule";
import { editOf, followingOf } from "./schedule-edit";
import { TimeList } from "./time-list";

/** The label of the schedule that the open event follows. */
const STATE = { scheduled: "active", "always-on": "active" } as const;

type ScheduleRowProps = {
  event: EventView;
  schedule: Schedule;
  nowMs: number;
  canWrite: boolean;
  save: Action<UpdateEventInput, EventView>;
};

/** One schedule in words, with its next times. */
export function ScheduleRow(props: ScheduleRowProps) {
  const { event, schedule, nowMs, canWrite, save } = props;
  const { name, timing, preQueueMinutes, overrides } = schedule;
  const preQueue = preQueueMinutes === 0 ? [] : [`pre-queue ${preQueueMinutes} min`];
  const details = [...preQueue, ...overridesInWords(overrides)];
  const { eventId, settingsVersion } = event;
  const schedules = event.schedules.filter(({ id }) => id !== schedule.id);
  const edit = editOf(event, schedules, nowMs);
  const confirmed = edit.isRefused ? [] : edit.effects;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_20rem_auto]">
      <div className="min-w-0">
        <p className="text-sm font-medium break-words">
          {name}
          {event.status === "open" && event.schedule?.id === schedule.id ? (
            <span className="ml-2 font-normal text-accent-soft-foreground">
              {STATE[event.kind]}
            </span>
          ) : null}
        </p>
        <p className="text-sm break-words text-muted">{timingInWords(timing)}</p>
        {details.length === 0 ? null : (
          <p className="text-xs break-words text-muted">{details.join(" · ")}</p>
        )}
      </div>
      <TimeList
        schedule={schedule}
        event={followingOf(event)}
        timeZone={event.timeZone}
        nowMs={nowMs}
      />
      {canWrite ? (
        <div className="flex items-start gap-2">
          <EditSchedule
            event={event}
            schedule={schedule}
            nowMs={nowMs}
            save={save}
            variant="secondary"
          >
            Edit<span className="sr-only"> {name}</span>
          </EditSchedule>
          <ConfirmButton
            trigger="Remove"
            triggerLabel={`Remove ${name}`}
            triggerVariant="ghost"
            title={`Remove ${name}?`}
            confirm="Remove"
            run={() => save({ eventId, settingsVersion, schedules, confirmed: [...confirmed] })}
          >
            {edit.isRefused
              ? edit.reason
              : [
                  "Cancels all upcoming times. A run already open keeps its end time and overrides.",
                  ...confirmed,
                ].join(" ")}
          </ConfirmButton>
        </div>
      ) : null}
    </li>
  );
}
