import { useRouter } from "next/navigation";
import { useState } from "react";
import { MessageFields } from "@/components/messages/message-fields";
import {
  type MessageValues,
  toMessageTexts,
  toMessageValues,
} from "@/components/messages/message-values";
import { ActionForm } from "@/components/shared/action-form";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { Dialog } from "@/components/shared/dialog";
import { formatNumber, plural } from "@/components/shared/format";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import { type BulkAct, type BulkEffect, bulkEffect } from "@/lib/domain/overview/bulk";
import type { ListedEvent } from "@/lib/domain/overview/overview";
import type { Action } from "@/lib/http/action-result";
import type { ActOnManyInput, OutcomeAtEvent } from "@/lib/services/event/control/act-on-many";
import { outcomeOf } from "./outcome-of";

export type ActOnMany = Action<ActOnManyInput, { readonly outcomes: readonly OutcomeAtEvent[] }>;

type BulkDialogProps = {
  act: BulkAct;
  events: readonly ListedEvent[];
  actOnMany: ActOnMany;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before something is done at several events, with what it does right now and in proportion to that. */
export function BulkDialog(props: BulkDialogProps) {
  const { act, events, onClose } = props;
  // As it was when the question was asked: the answer is to that.
  const [effect] = useState(() => bulkEffect(act, events));
  if (effect.applies.length === 0) {
    return (
      <Dialog title="Nothing to do" isOpen onOpenChange={onClose} size="sm">
        <p className="text-sm text-muted">{NOTHING[act]}</p>
      </Dialog>
    );
  }
  return act === "message" ? (
    <MessageMany {...props} effect={effect} />
  ) : (
    <PauseOrResume {...props} act={act} effect={effect} />
  );
}

const NOTHING: Readonly<Record<BulkAct, string>> = {
  pause: "None of these events is open and running.",
  resume: "None of these events is paused.",
  message: "None of these events is open.",
};

const WORDS = {
  pause: {
    verb: "Pause",
    does: "Nobody is admitted there until you resume. Visitors keep their place.",
  },
  resume: {
    verb: "Resume",
    does: "Visitors are admitted again, in order, at the current outflow.",
  },
} as const;

type AskedProps = BulkDialogProps & { effect: BulkEffect };

function PauseOrResume(props: AskedProps & { act: "pause" | "resume" }) {
  const { act, effect, actOnMany, onClose, onDone } = props;
  const { applies, typed } = effect;
  const { verb, does } = WORDS[act];
  const count = plural(applies.length, "event");
  return (
    <DangerDialog
      isOpen
      onOpenChange={onClose}
      title={`${verb} ${count}?`}
      confirm={`${verb} ${count}`}
      variant={typed === null ? "primary" : "danger"}
      {...(typed === null ? {} : { typeName: typed })}
      run={() => actOnMany({ act, eventIds: applies.map(({ eventId }) => eventId) })}
      onDone={({ outcomes }) => {
        tell(act, outcomes, applies);
        onDone();
      }}
    >
      <p>{does}</p>
      <Reach effect={effect} />
    </DangerDialog>
  );
}

function MessageMany({ effect, actOnMany, onClose, onDone }: AskedProps) {
  const { applies } = effect;
  const router = useRouter();
  const { control, form, ...asked } = useActionForm<
    MessageValues,
    { readonly outcomes: readonly OutcomeAtEvent[] }
  >({
    defaultValues: toMessageValues({}),
    submit: (values) =>
      actOnMany({
        act: "message",
        eventIds: applies.map(({ eventId }) => eventId),
        texts: toMessageTexts(values) ?? {},
      }),
    onDone: ({ outcomes }) => {
      tell("message", outcomes, applies);
      // The requests stand in the bar above the page.
      if (outcomes.some(({ isPending }) => isPending)) router.refresh();
      onDone();
    },
  });
  const count = plural(applies.length, "event");
  return (
    <Dialog title={`Message visitors of ${count}`} isOpen onOpenChange={onClose}>
      <ActionForm
        {...asked}
        message={Object.keys(form.formState.errors).length > 0 ? null : asked.message}
        submit={`Send to ${count}`}
        intro="Waiting visitors see it on the waiting page within a minute. It replaces a message that is there, unless that one is scheduled or targeted."
        cancel={onClose}
        isDisabled={!form.formState.isDirty}
      >
        <Reach effect={effect} />
        <MessageFields
          control={control}
          label="Message"
          placeholder="Tickets are still available in all categories."
          eventLanguage="en"
          shownTo="Other visitors see the text in the event's language if you add it."
        />
      </ActionForm>
    </Dialog>
  );
}

/** Whom it reaches, and where it does nothing. */
function Reach({
  effect: { applies, skipped, waiting, outflowPerMinute },
}: {
  effect: BulkEffect;
}) {
  return (
    <div className="mt-2 flex flex-col gap-1 text-sm">
      <p>
        {applies.map(({ name }) => name).join(", ")}: {plural(waiting, "visitor")} waiting,{" "}
        {formatNumber(outflowPerMinute)} admissions per minute.
      </p>
      {skipped.length === 0 ? null : (
        <p>Unchanged: {skipped.map(({ name }) => name).join(", ")}.</p>
      )}
    </div>
  );
}

function tell(act: BulkAct, outcomes: readonly OutcomeAtEvent[], named: BulkEffect["applies"]) {
  const { text, note, tone } = outcomeOf(act, outcomes, named);
  toast[tone](text, note === null ? {} : { note, timeoutMs: 20_000 });
}
