import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";
import { suggestedId } from "../new/new-event-values";

type Named = { name: string; eventId: string };

type NameDialogProps = {
  trigger: string;
  title: string;
  suggestion: string;
  /** Asks for an event id, too. */
  withId?: boolean;
  run: (given: Named) => Promise<ActionResult<unknown>>;
  onDone: (given: Named) => void;
};

/** Asks for the name of something that is made from the event. */
export function NameDialog(props: NameDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {props.trigger}
      </Button>
      <Dialog title={props.title} isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <NameForm {...props} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function NameForm(props: NameDialogProps & { close: () => void }) {
  const { suggestion, withId, run, close, onDone } = props;
  const { control, message, isPending, onSubmit } = useActionForm<Named, unknown>({
    defaultValues: { name: suggestion, eventId: suggestedId(suggestion) },
    submit: async (given) => {
      const result = await run(given);
      if (result.ok) return result;
      const { newEventId, ...fields } = result.error.fields ?? {};
      const moved = newEventId === undefined ? fields : { ...fields, eventId: newEventId };
      return { ok: false, error: { ...result.error, fields: moved } };
    },
    onDone: (_result, given) => {
      close();
      onDone(given);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <TextField control={control} name="name" label="Name" isRequired autoFocus />
      {withId === true ? (
        <TextField
          control={control}
          name="eventId"
          label="Event id"
          description="3–20 characters, a–z and 0–9. Can't be changed later."
          mono
          isRequired
          normalise={(value) => value.toLowerCase().trim()}
        />
      ) : null}
      <FormMessage message={message} />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onClick={close}>
          Cancel
        </Button>
        <SubmitButton isPending={isPending}>{props.trigger}</SubmitButton>
      </div>
    </form>
  );
}
