import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
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
  const { control, form, ...asked } = useActionForm<MessageValues, EventView>({
    defaultValues: toMessageValues(texts ?? {}),
    submit: (values) => send(toMessageTexts(values) ?? {}),
    onDone: close,
  });
  return (
    <Dialog title="Message visitors" isOpen onOpenChange={close} size="md">
      <ActionForm
        {...asked}
        submit={texts === null ? "Send" : "Update"}
        intro="Waiting visitors see it on the waiting page within a minute, with the time you sent it. The line keeps moving."
        cancel={close}
        isDisabled={!form.formState.isDirty}
      >
        <MessageFields
          control={control}
          label="Message"
          placeholder="Tickets are still available in all categories."
          eventLanguage={event.language}
          texts={texts ?? {}}
        />
      </ActionForm>
    </Dialog>
  );
}
