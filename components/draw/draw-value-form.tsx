import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { DrawView } from "@/lib/services/event/draw/draw-view";
import type { TypeDrawValueInput } from "@/lib/services/event/draw/schemas";
import type { EventView } from "@/lib/services/event/settings/event-view";

type DrawValueFormProps = {
  event: EventView;
  draw: DrawView | null;
  typeDrawValue: Action<TypeDrawValueInput, { readonly value: string }>;
};
type Values = { value: string };

/** The form for the value of a draw that is typed in; renders nothing for other draws and closed events. */
export function DrawValueForm({ event, draw, typeDrawValue }: DrawValueFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { control, message, isPending, onSubmit } = useActionForm<Values, Values>({
    defaultValues: { value: "" },
    submit: ({ value }) => typeDrawValue({ eventId: event.eventId, value }),
    onDone: ({ value }) => setTyped(value),
  });
  if (draw?.source.type !== "typed" || event.status !== "open") return null;
  const value = draw.typedValue ?? typed;
  if (value !== null) {
    return (
      <p className="text-sm text-muted" role="status">
        The draw runs with “{value}”.
      </p>
    );
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="value"
        label="Draw value"
        description={`${draw.source.name}. Enter it at least three seconds after the start. Nobody is admitted before it, and it can't be changed.`}
        isRequired
      />
      <div>
        <SubmitButton isPending={isPending}>Run draw</SubmitButton>
      </div>
    </form>
  );
}
