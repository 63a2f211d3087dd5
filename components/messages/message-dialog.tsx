"use client";

import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { MessageFields } from "./message-fields";
import { type MessageValues, toMessageTexts, toMessageValues } from "./message-values";

type MessageDialogProps = {
  event: EventView;
  /** What is said already; null for a new message. */
  texts: MessageTexts | null;
  close: () => void;
  send: (texts: MessageTexts) => Promise<ActionResult<EventView>>;
};

/** Where an operator writes a message to everybody who waits. */
export function MessageDialog({ event, texts, close, send }: MessageDialogProps) {
  const { control, form, message, isPending, onSubmit } = useActionForm<MessageValues, EventView>({
    defaultValues: toMessageValues(texts ?? {}),
    submit: (values) => send(toMessageTexts(values) ?? {}),
    onDone: close,
  });
  return (
    <Dialog title="Message visitors" isOpen onOpenChange={close} size="md">
      <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
        <p className="text-sm text-muted">
          Waiting visitors see it on the waiting page within a minute, with the time you sent it.
          The line keeps moving.
        </p>
        <FormMessage message={message} />
        <MessageFields
          control={control}
          label="Message"
          placeholder="Tickets are still available in all categories."
          eventLanguage={event.language}
          texts={texts ?? {}}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" variant="tertiary" onClick={close}>
            Cancel
          </Button>
          <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
            {texts === null ? "Send" : "Update"}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
