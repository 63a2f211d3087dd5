"use client";

import { Pause } from "lucide-react";
import { useState } from "react";
import { MessageFields } from "@/components/messages/message-fields";
import {
  atMessageFields,
  type MessageValues,
  toMessageTexts,
  toMessageValues,
} from "@/components/messages/message-values";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";

type PauseButtonProps = {
  event: EventView;
  isDisabled: boolean;
  pause: (messages: MessageTexts | null) => Promise<ActionResult<EventView>>;
};

/** Pauses an event, with a message for those who wait. */
export function PauseButton({ event, isDisabled, pause }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { form, control, message, isPending, onSubmit } = useActionForm<MessageValues, EventView>({
    defaultValues: toMessageValues({}),
    submit: async (values) => atMessageFields(await pause(toMessageTexts(values)), "messages"),
    onDone: () => setOpen(false),
  });
  const open = () => {
    form.reset();
    setOpen(true);
  };
  return (
    <>
      <Button
        data-key="p"
        data-key-acts=""
        variant="secondary"
        fullWidth
        isDisabled={isDisabled}
        onClick={open}
      >
        <Pause aria-hidden />
        Pause
      </Button>
      <Dialog title="Pause this event?" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
          <p className="text-sm text-muted">
            Nobody is admitted until you resume. Visitors keep their place, and new visitors can
            still join.
          </p>
          <FormMessage message={message} />
          <MessageFields
            control={control}
            label="Message to waiting visitors (optional)"
            placeholder="We're fixing the checkout and will be back at 10:15."
            eventLanguage={event.language}
            texts={{}}
          />
          <div className="flex justify-end gap-2">
            <Button size="sm" variant="tertiary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <SubmitButton isPending={isPending}>Pause</SubmitButton>
          </div>
        </form>
      </Dialog>
    </>
  );
}
