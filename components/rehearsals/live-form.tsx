"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { LIVE_LIMITS, type LivePlan, QUICK_LIVE } from "@/lib/domain/rehearsal/live";
import type { Action } from "@/lib/http/action-result";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";
import type { StartLiveInput } from "@/lib/services/operation/rehearsal/schemas";

type LiveFormProps = {
  events: readonly Pick<RehearsalEvent, "eventId" | "name">[];
  /** The event that it begins with; another than those: the first of them. */
  askedEventId: string;
  start: Action<StartLiveInput, ListedRehearsal>;
};

type LiveValues = { eventId: string } & { [Name in keyof LivePlan]: number | null };

/** Asks how large a crowd is sent to a copy of which event, and leads to it. */
export function LiveForm({ events, askedEventId, start }: LiveFormProps) {
  const router = useRouter();
  const event = events.find(({ eventId }) => eventId === askedEventId) ?? events[0];
  const { control, message, isPending, onSubmit } = useActionForm<LiveValues, ListedRehearsal>({
    defaultValues: { eventId: event?.eventId ?? "", ...QUICK_LIVE },
    submit: ({ eventId, ...plan }) => {
      const number = (value: number | null) => value ?? Number.NaN;
      return start({
        eventId,
        people: number(plan.people),
        arriveSeconds: number(plan.arriveSeconds),
        outflowPerMinute: number(plan.outflowPerMinute),
        noShowPercent: number(plan.noShowPercent),
        minutes: number(plan.minutes),
      });
    },
    onDone: ({ id }) => router.push(`/rehearsals/${id}`),
  });
  return (
    <Panel>
      <form onSubmit={onSubmit} noValidate className="flex max-w-2xl flex-col gap-4">
        <SelectField
          control={control}
          name="eventId"
          label="Event"
          description="Test visitors use a copy. The event itself is not affected."
          options={events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            control={control}
            name="people"
            label="Test visitors"
            unit="people"
            minValue={1}
            maxValue={LIVE_LIMITS.people}
          />
          <NumberField
            control={control}
            name="arriveSeconds"
            label="Arrive within"
            unit="seconds"
            minValue={1}
            maxValue={LIVE_LIMITS.arriveSeconds}
          />
          <NumberField
            control={control}
            name="outflowPerMinute"
            label="Outflow"
            unit="per minute"
            minValue={1}
          />
          <NumberField
            control={control}
            name="noShowPercent"
            label="No-shows"
            unit="%"
            maxValue={90}
          />
          <NumberField
            control={control}
            name="minutes"
            label="Time limit"
            unit="minutes"
            minValue={1}
            maxValue={LIVE_LIMITS.minutes}
          />
        </div>
        <FormMessage message={message} />
        <div className="flex justify-end">
          <SubmitButton isPending={isPending} size="md">
            Start rehearsal
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
