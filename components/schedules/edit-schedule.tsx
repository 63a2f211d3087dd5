"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { Button } from "@/components/ui/button";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { UpdateEventInput } from "@/lib/services/event/schemas";
import { ScheduleForm } from "./schedule-form";
import {
  fieldErrorsOf,
  newScheduleValues,
  type ScheduleValues,
  toSchedule,
  toScheduleValues,
} from "./schedule-values";

type EditScheduleProps = {
  event: EventView;
  /** Null for a new one. */
  schedule: Schedule | null;
  timeZones: readonly string[];
  nowMs: number;
  save: Action<UpdateEventInput, EventView>;
  variant: "primary" | "secondary" | "ghost";
  children: ReactNode;
};

/** Adds or changes one schedule in a dialog. */
export function EditSchedule(props: EditScheduleProps) {
  const { event, schedule, timeZones, nowMs, save, variant, children } = props;
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const submit = async (values: ScheduleValues): Promise<ActionResult<EventView>> => {
    const { schedules, index } = placed(event, values, schedule);
    const { eventId, settingsVersion } = event;
    const result = await save({ eventId, settingsVersion, schedules });
    if (result.ok) return result;
    const fields = fieldErrorsOf(result.error.fields ?? {}, index);
    return { ok: false, error: { ...result.error, fields } };
  };
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog
        title={schedule === null ? "Add a schedule" : "Change the schedule"}
        isOpen={isOpen}
        onOpenChange={setOpen}
        size="lg"
      >
        <ScheduleForm
          defaultValues={
            schedule === null ? newScheduleValues(event.timeZone) : toScheduleValues(schedule)
          }
          event={event}
          timeZones={timeZones}
          nowMs={nowMs}
          save={submit}
          onDone={() => {
            setOpen(false);
            router.refresh();
          }}
        />
      </Dialog>
    </>
  );
}

/** All schedules of the event with this one in its position, and that position. */
function placed({ schedules }: EventView, values: ScheduleValues, before: Schedule | null) {
  const id = before?.id ?? crypto.randomUUID();
  const next = toSchedule(values, id);
  if (before === null) return { schedules: [...schedules, next], index: schedules.length };
  return {
    schedules: schedules.map((schedule) => (schedule.id === id ? next : schedule)),
    index: schedules.findIndex((schedule) => schedule.id === id),
  };
}
