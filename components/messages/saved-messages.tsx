import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { SelectBox } from "@/components/shared/select-box";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { Action } from "@/lib/http/action-result";
import type { SavedMessageView } from "@/lib/services/event/saved-message/saved-message-view";
import type {
  SavedMessageIdInput,
  SaveMessageInput,
} from "@/lib/services/event/saved-message/schemas";

/** What can be done with the saved messages of a customer. */
export type SavedMessageActions = {
  readonly listSavedMessages: Action<Record<string, never>, readonly SavedMessageView[]>;
  readonly saveMessage: Action<SaveMessageInput, SavedMessageView>;
  readonly deleteSavedMessage: Action<SavedMessageIdInput, { readonly savedMessageId: string }>;
};

type SavedMessagesProps = {
  actions: SavedMessageActions;
  /** What is written; null for nothing. */
  texts: MessageTexts | null;
  use: (texts: MessageTexts) => void;
};

const KEY = ["saved-messages"];

/** The saved messages: choose one, delete it, or save what is written. */
export function SavedMessages({ actions, texts, use }: SavedMessagesProps) {
  const [isNaming, setNaming] = useState(false);
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const result = await actions.listSavedMessages({});
      if (!result.ok) throw new Error(result.error.message);
      return result.data;
    },
  });
  const reload = () => void queries.invalidateQueries({ queryKey: KEY });
  const form = { texts, save: actions.saveMessage, close: () => setNaming(false), reload };
  return (
    <section aria-label="Saved messages" className="flex flex-col gap-3">
      {isError ? (
        <div className="flex items-center justify-between gap-2 text-sm">
          <p role="alert">The saved messages could not be loaded.</p>
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <Picker {...{ actions, texts, use, reload }} saved={data} />
      )}
      {texts === null || !isNaming ? null : <SaveForm {...form} texts={texts} />}
      {texts === null || isNaming ? null : (
        <Button size="sm" variant="tertiary" className="self-start" onClick={() => setNaming(true)}>
          Save this message…
        </Button>
      )}
    </section>
  );
}

type PickerProps = SavedMessagesProps & {
  /** Undefined until they are loaded. */
  saved: readonly SavedMessageView[] | undefined;
  reload: () => void;
};

function Picker({ saved, actions, texts, use, reload }: PickerProps) {
  const [chosenId, setChosenId] = useState("");
  const chosen = saved?.find(({ savedMessageId }) => savedMessageId === chosenId);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectBox
        label="Saved messages"
        className="min-w-0 flex-1"
        value={chosenId}
        options={(saved ?? []).map(({ savedMessageId, name }) => ({
          value: savedMessageId,
          label: name,
        }))}
        isDisabled={(saved ?? []).length === 0}
        {...noteOf(saved)}
        onChange={setChosenId}
      />
      {chosen === undefined ? null : (
        <>
          <Button size="sm" variant="secondary" onClick={() => use(chosen.texts)}>
            {texts === null ? "Use" : "Replace text"}
          </Button>
          <ConfirmButton
            trigger="Delete"
            title={`Delete ${chosen.name}?`}
            confirm="Delete"
            run={() => actions.deleteSavedMessage({ savedMessageId: chosen.savedMessageId })}
            onDone={() => {
              setChosenId("");
              reload();
            }}
          >
            Nobody can use it any more. Messages already sent stay.
          </ConfirmButton>
        </>
      )}
    </div>
  );
}

function noteOf(saved: readonly SavedMessageView[] | undefined) {
  if (saved === undefined) return { description: "Loading…" };
  if (saved.length > 0) return {};
  return { description: "None yet. Write a message and save it to use it at every event." };
}

type SaveFormProps = {
  texts: MessageTexts;
  save: SavedMessageActions["saveMessage"];
  close: () => void;
  reload: () => void;
};

function SaveForm({ texts, save, close, reload }: SaveFormProps) {
  const { control, form, ...asked } = useActionForm<{ name: string }, SavedMessageView>({
    defaultValues: { name: "" },
    submit: ({ name }) => save({ name, texts }),
    onDone: ({ name }) => {
      toast.success(`Saved ${name}.`);
      reload();
      close();
    },
  });
  const isAtField = form.formState.errors.name !== undefined;
  return (
    <ActionForm
      {...asked}
      message={isAtField ? null : asked.message}
      submit="Save message"
      cancel={close}
    >
      <TextField
        control={control}
        name="name"
        label="Name of the message"
        placeholder="Delay of ten minutes"
        autoFocus
        isRequired
      />
    </ActionForm>
  );
}
