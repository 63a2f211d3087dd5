import { Ticket } from "lucide-react";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { formatNumber } from "@/components/shared/format";
import { NumberField } from "@/components/shared/number-field";
import { orOffline } from "@/components/shared/or-offline";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { SlotsGranted } from "@/lib/services/event/control/grant-slots";
import type { ControlProps } from "./control-props";
import { FactButton } from "./fact-button";
import { useFreshFigures } from "./use-fresh-figures";

type GrantsProps = Pick<ControlProps, "event" | "isDisabled" | "actions"> & {
  snapshot: LineSnapshot | null;
};

/** Slots that somebody gives away by hand, instead of the outflow. */
export function GrantsControl({ event, isDisabled, actions, snapshot }: GrantsProps) {
  const [isOpen, setOpen] = useState(false);
  const grants = snapshot?.grants ?? null;
  return (
    <>
      <FactButton
        icon={Ticket}
        label="Manual slots"
        value={grants === null ? "off" : `${formatNumber(grants)} left`}
        isDisabled={isDisabled || snapshot === null}
        onClick={() => setOpen(true)}
      />
      <Dialog title="Manual slots" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <GrantsForm {...{ event, actions, grants }} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type Values = { slots: number | null };
type GrantsFormProps = Pick<GrantsProps, "event" | "actions"> & {
  grants: number | null;
  close: () => void;
};

function GrantsForm({ event: { eventId }, actions, grants, close }: GrantsFormProps) {
  const refresh = useFreshFigures(eventId);
  const done = () => {
    refresh();
    close();
  };
  const { form, control, message, isPending, onSubmit } = useActionForm<Values, SlotsGranted>({
    defaultValues: { slots: 50 },
    submit: ({ slots }) => actions.grantSlots({ eventId, slots: slots ?? Number.NaN }),
    onDone: done,
  });
  const end = async () => {
    const result = await orOffline(actions.grantSlots({ eventId, slots: null }));
    if (result.ok) done();
    else form.setError("slots", { message: result.error.message });
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <p className="text-sm text-muted">
        {grants === null
          ? "Visitors are admitted only through slots you grant, at most at the outflow. End manual mode to admit automatically again."
          : `${formatNumber(grants)} slots left. Nobody is admitted without one.`}
      </p>
      <FormMessage message={message} />
      <NumberField
        control={control}
        name="slots"
        label="Additional slots"
        unit="slots"
        minValue={1}
        isRequired
      />
      <div className="flex flex-wrap justify-end gap-2">
        {grants === null ? null : (
          <Button size="sm" variant="secondary" isPending={isPending} onClick={() => void end()}>
            End manual slots
          </Button>
        )}
        <SubmitButton isPending={isPending}>Grant slots</SubmitButton>
      </div>
    </form>
  );
}
