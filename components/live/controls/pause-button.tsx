import { Pause } from "lucide-react";
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
  const { form, control, ...asked } = useActionForm<MessageValues, EventView>({
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
        <ActionForm
          {...asked}
          submit="Pause"
          intro="Nobody is admitted until you resume. Visitors keep their place, and new visitors can still join."
          cancel={() => setOpen(false)}
        >
          <MessageFields
            control={control}
            label="Message to waiting visitors (optional)"
            placeholder="We're fixing the checkout and will be back at 10:15."
            eventLanguage={event.language}
            texts={{}}
          />
        </ActionForm>
      </Dialog>
    </>
  );
}
