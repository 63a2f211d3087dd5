import { MessageFields } from "@/components/messages/message-fields";
import {
  atMessageFields,
  type MessageValues,
  toMessageTexts,
  toMessageValues,
} from "@/components/messages/message-values";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { PausedEvent } from "@/lib/services/event/control/pause";
import type { ControlProps } from "./control-props";

type PauseDialogProps = Omit<ControlProps, "isDisabled"> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks for a message to those who wait, and pauses. Stays open, and keeps the text, whatever becomes of the event. */
export function PauseDialog({ isOpen, onOpenChange, ...control }: PauseDialogProps) {
  return (
    <Dialog title="Pause this event?" isOpen={isOpen} onOpenChange={onOpenChange} size="sm">
      <PauseForm {...control} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

type PauseFormProps = Omit<ControlProps, "isDisabled"> & { close: () => void };

function PauseForm({ event, actions, run, close }: PauseFormProps) {
  const { eventId, language } = event;
  const {
    form: _,
    control,
    ...asked
  } = useActionForm<MessageValues, PausedEvent>({
    defaultValues: toMessageValues({}),
    submit: async (values) => {
      const messages = toMessageTexts(values);
      return atMessageFields(await run(() => actions.pause({ eventId, messages })), "messages");
    },
    onDone: ({ isMessagePending, messageRefusal }) => {
      close();
      if (messageRefusal !== null)
        toast.danger("Paused without your message", { note: messageRefusal, timeoutMs: 20_000 });
      if (isMessagePending) toast.info("Paused. Your message is pending approval.");
    },
  });
  return (
    <ActionForm
      {...asked}
      submit="Pause"
      intro="Nobody is admitted until you resume. Visitors keep their place, and new visitors can still join."
      cancel={close}
    >
      <MessageFields
        control={control}
        label="Message to waiting visitors (optional)"
        placeholder="We're fixing the checkout and will be back at 10:15."
        eventLanguage={language}
        isUrgent
      />
    </ActionForm>
  );
}
