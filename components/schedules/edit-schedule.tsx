import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { Button } from "@/components/ui/button";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { editOf } from "./schedule-edit";
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
  nowMs: number;
  save: Action<UpdateEventInput, EventView>;
  variant: "primary" | "secondary" | "ghost";
  children: ReactNode;
};

/** Adds or changes one schedule in a dialog. */
export function EditSchedule(props: EditScheduleProps) {
  const { event, schedule, nowMs, save, variant, children } = props;
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  /** The effects that the person has read. */
  const [read, setRead] = useState<readonly string[]>([]);
  const submit = async (values: ScheduleValues): Promise<ActionResult<EventView>> => {
    const { schedules, index } = placed(event, values, schedule);
    const effects = await readEffects(event, schedules);
    if (!effects.every((effect) => read.includes(effect))) {
      setRead(effects);
      return { ok: false, error: { code: "unconfirmed", message: effects.join(" ") } };
    }
    const { eventId, settingsVersion } = event;
    const result = await save({ eventId, settingsVersion, schedules, confirmed: [...effects] });
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
        title={schedule === null ? "Add schedule" : "Edit schedule"}
        isOpen={isOpen}
        onOpenChange={setOpen}
        size="lg"
      >
        <ScheduleForm
          defaultValues={
            schedule === null ? newScheduleValues(event.timeZone) : toScheduleValues(schedule)
          }
          event={event}
          nowMs={nowMs}
          save={submit}
          saveLabel={read.length === 0 ? "Save schedule" : "Confirm and save"}
          onDone={() => {
            setOpen(false);
            setRead([]);
            router.refresh();
          }}
        />
      </Dialog>
    </>
  );
}

/** What saving these would change at once; nothing where they are not complete, which the service says. */
async function readEffects(
  event: EventView,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const { schedulesSchema } = await import("@/lib/domain/schedule/schedule-schema");
  const checked = schedulesSchema.safeParse(schedules);
  if (!checked.success) return [];
  const edit = editOf(event, checked.data, Date.now());
  return edit.isRefused ? [] : edit.effects;
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
