"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { RevealedDialog } from "./revealed-dialog";
import type { SecretActions } from "./secret-actions";

export const SECRET_ADVICE =
  "This is the only time it is shown. Put it into the connectors of your site now; afterwards only its last four characters are known here.";

/** An event that may have a secret of its own. */
export type SecretEvent = { readonly eventId: string; readonly name: string };

type GenerateSecretProps = {
  actions: SecretActions;
  /** None: the secret is for all events, and nothing is asked. */
  events: readonly SecretEvent[];
  variant: "primary" | "secondary";
};

/** No event has such an id. */
const ALL_EVENTS = "*";

/** Generates a secret and shows it once. */
export function GenerateSecret({ actions, events, variant }: GenerateSecretProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const { form, control, message, isPending, onSubmit } = useActionForm<
    { scope: string },
    { readonly text: string }
  >({
    defaultValues: { scope: ALL_EVENTS },
    submit: async ({ scope }) => {
      const created = await actions.create({ eventId: scope === ALL_EVENTS ? null : scope });
      return created.ok ? actions.reveal({ secretId: created.data.id }) : created;
    },
    onDone: (revealed) => {
      setOpen(false);
      setText(revealed.text);
    },
  });
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        onPress={() => {
          form.reset();
          setOpen(true);
        }}
      >
        Generate a secret
      </Button>
      <Dialog title="Generate a secret" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
          <FormMessage message={message} />
          <SelectField
            control={control}
            name="scope"
            label="What does it sign for?"
            options={[
              { value: ALL_EVENTS, label: "All events" },
              ...events.map(({ eventId, name }) => ({ value: eventId, label: `Only ${name}` })),
            ]}
            description="A secret of one event takes over there once it is activated. Whoever holds it can let nobody into your other events."
          />
          <div className="flex justify-end">
            <SubmitButton isPending={isPending}>Generate</SubmitButton>
          </div>
        </form>
      </Dialog>
      <RevealedDialog
        title="Your new secret"
        what="the secret"
        text={text}
        advice={SECRET_ADVICE}
        onClose={() => {
          setText(null);
          router.refresh();
        }}
      />
    </>
  );
}
