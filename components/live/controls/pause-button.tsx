import { Pause, Play } from "lucide-react";
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
import { toast } from "@/components/ui/toast";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { ActionResult } from "@/lib/http/action-result";
import type { PausedEvent } from "@/lib/services/event/control/pause";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ControlProps } from "./control-props";

type PauseOrResumeProps = ControlProps & {
  /** As one of several in a bar. Its name says more, and the key leads to the other one. */
  isInBar?: boolean;
};

/** Pauses an open event, or lets a paused one go on. */
export function PauseOrResume({ event, isDisabled, actions, run, isInBar }: PauseOrResumeProps) {
  const { eventId } = event;
  if (event.paused) {
    return (
      <Button
        {...lookOf(isInBar)}
        isDisabled={isDisabled}
        onClick={() => void run(() => actions.resume({ eventId }))}
      >
        <Play aria-hidden />
        <Name isInBar={isInBar}>Resume</Name>
      </Button>
    );
  }
  return (
    <PauseButton
      event={event}
      isDisabled={isDisabled}
      isInBar={isInBar}
      pause={(messages) => run(() => actions.pause({ eventId, messages }))}
    />
  );
}

function lookOf(isInBar = false) {
  return isInBar ? ({ size: "sm" } as const) : ({ fullWidth: true, "data-key": "p" } as const);
}

function Name({ isInBar = false, children }: { isInBar: boolean | undefined; children: string }) {
  return (
    <span>
      {children}
      {isInBar ? <span className="sr-only"> the event</span> : null}
    </span>
  );
}

type PauseButtonProps = {
  event: EventView;
  isDisabled: boolean;
  isInBar: boolean | undefined;
  pause: (messages: MessageTexts | null) => Promise<ActionResult<PausedEvent>>;
};

/** Pauses an event, with a message for those who wait. */
function PauseButton({ event, isDisabled, isInBar, pause }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<MessageValues, PausedEvent>({
    defaultValues: toMessageValues({}),
    submit: async (values) => atMessageFields(await pause(toMessageTexts(values)), "messages"),
    onDone: ({ isMessagePending, messageRefusal }) => {
      setOpen(false);
      if (messageRefusal !== null)
        toast.danger("Paused without your message", { note: messageRefusal, timeoutMs: 20_000 });
      if (isMessagePending) toast.info("Paused. Your message is pending approval.");
    },
  });
  const open = () => {
    form.reset();
    setOpen(true);
  };
  return (
    <>
      <Button
        {...lookOf(isInBar)}
        data-key-acts=""
        variant="secondary"
        isDisabled={isDisabled}
        onClick={open}
      >
        <Pause aria-hidden />
        <Name isInBar={isInBar}>Pause</Name>
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
            isUrgent
          />
        </ActionForm>
      </Dialog>
    </>
  );
}
