import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { LocalTimeField } from "@/components/shared/local-time-field";
import { SelectField } from "@/components/shared/select-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { TargetedMessage } from "@/lib/domain/message/targeted-message";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SetMessageInput } from "@/lib/services/event/settings/inputs";
import { MessageFields, shownLanguages } from "./message-fields";
import { MessagePreview } from "./message-preview";
import {
  audienceOptions,
  type MessageValues,
  toMessageInput,
  toMessageTexts,
  toSentValues,
  toTextValues,
} from "./message-values";
import { type SavedMessageActions, SavedMessages } from "./saved-messages";

type MessageDialogProps = {
  event: EventView;
  /** What is said already; null for a new message. */
  message: TargetedMessage | null;
  saved: SavedMessageActions;
  close: () => void;
  send: (input: SetMessageInput) => Promise<ActionResult<EventView>>;
};

/** Where an operator writes a message to those who wait, with the page that they will see. */
export function MessageDialog({ event, message, saved, close, send }: MessageDialogProps) {
  // What somebody else sends meanwhile is not what this form began with.
  const [seenSentAtMs] = useState(event.message?.sentAtMs ?? null);
  const { control, form, ...asked } = useActionForm<MessageValues, EventView>({
    defaultValues: toSentValues(message, event.timeZone),
    submit: (values) => send({ eventId: event.eventId, ...toMessageInput(values), seenSentAtMs }),
    onDone: close,
    onSentForApproval: close,
  });
  const values = useWatch({ control });
  const written = toMessageTexts(form.getValues());
  const isAtFields = Object.keys(form.formState.errors).length > 0;
  const languages = shownLanguages(form.getValues("texts"), {
    eventLanguage: event.language,
    added: [],
  });
  return (
    <Dialog title="Message visitors" isOpen onOpenChange={close} size="xl">
      <div className="grid gap-5 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <SavedMessages
            actions={saved}
            texts={written}
            use={(texts) => form.setValue("texts", toTextValues(texts), { shouldDirty: true })}
          />
          <ActionForm
            {...asked}
            message={isAtFields ? null : asked.message}
            submit={submitLabel(values.fromLocal ?? "", message !== null)}
            cancel={close}
            isDisabled={!form.formState.isDirty}
            isUnsaved={form.formState.isDirty}
          >
            <MessageFields
              control={control}
              label="Message"
              placeholder="Tickets are still available in all categories."
              eventLanguage={event.language}
            />
            <ReachFields control={control} event={event} />
          </ActionForm>
        </div>
        <MessagePreview
          eventId={event.eventId}
          texts={written ?? {}}
          languages={languages}
          state={values.audience === "before-opening" ? "before" : "waiting"}
        />
      </div>
    </Dialog>
  );
}

function submitLabel(fromLocal: string, isSent: boolean): string {
  if (isSent) return "Update";
  return fromLocal === "" ? "Send" : "Schedule";
}

/** Who reads it, and when. */
function ReachFields({ control, event }: { control: Control<MessageValues>; event: EventView }) {
  const [options] = useState(() => audienceOptions(event, Date.now()));
  const { timeZone } = event;
  return (
    <>
      {options.length === 1 ? null : (
        <SelectField control={control} name="audience" label="Audience" options={options} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <LocalTimeField
          control={control}
          name="fromLocal"
          label="Show from"
          timeZone={timeZone}
          step={1}
          description="Leave empty to show it now."
          past="It will show at once."
        />
        <LocalTimeField
          control={control}
          name="untilLocal"
          label="Show until"
          timeZone={timeZone}
          step={1}
          description="Leave empty to keep it until you remove it or the event ends."
          past="This time has passed."
        />
      </div>
    </>
  );
}
