import { useState } from "react";
import { MessageFields } from "@/components/messages/message-fields";
import {
  atMessageFields,
  type MessageValues,
  toMessageTexts,
  toMessageValues,
} from "@/components/messages/message-values";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { Notice } from "@/components/shared/notice";
import { useActionForm } from "@/components/shared/use-action-form";
import type { PausedEvent } from "@/lib/services/event/control/pause";
import type { ControlProps } from "./control-props";
import { refusedWords } from "./refused-words";

type PauseDialogProps = Omit<ControlProps, "isDisabled"> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * Asks for a message to those who wait, and pauses. Stays open, and keeps the text, whatever becomes of the event, and
 * until visitors see the text.
 */
export function PauseDialog({ isOpen, onOpenChange, ...control }: PauseDialogProps) {
  const title = control.event.paused ? "This event is paused" : "Pause this event?";
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange} size="sm">
      <PauseForm {...control} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

type PauseFormProps = Omit<ControlProps, "isDisabled"> & { close: () => void };

function PauseForm({ event, actions, run, close }: PauseFormProps) {
  const { eventId, language, paused } = event;
  const [isPending, setPending] = useState(false);
  const { form, control, ...asked } = useActionForm<MessageValues, PausedEvent>({
    defaultValues: toMessageValues({}),
    submit: async (values) => {
      const messages = toMessageTexts(values);
      const result = await run(() => actions.pause({ eventId, messages }), "form");
      return atMessageFields(refusedWords(result), "messages");
    },
    onDone: ({ isMessagePending }, values) => {
      if (!isMessagePending) close();
      setPending(isMessagePending);
      form.reset(values);
    },
  });
  const { isDirty } = form.formState;
  return (
    <ActionForm
      {...asked}
      submit={paused ? "Send message" : "Pause"}
      intro={paused ? INTRO.paused : INTRO.open}
      cancel={close}
      cancelLabel={paused ? "Close" : "Cancel"}
      isDisabled={isPending && !isDirty}
    >
      {isPending ? (
        <Notice tone="info" role="status">
          Paused. Your message is pending approval.
        </Notice>
      ) : null}
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

const INTRO = {
  open: "Nobody is admitted until you resume. Visitors keep their place, and new visitors can still join.",
  paused: "Nobody is admitted until you resume.",
} as const;
