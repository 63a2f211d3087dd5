"use client";

import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { CreateApiKeyInput } from "@/lib/services/api-key/schemas";

type Create = Action<CreateApiKeyInput, { readonly text: string }>;

const REVEALED = {
  title: "Your new API key",
  what: "the API key",
  advice:
    "This is the only time it is shown. Store it with the connector of your site; afterwards only its first characters are known here.",
};

type CreateApiKeyProps = { create: Create; variant: "primary" | "secondary" };

/** Names a new key, then shows it once. */
export function CreateApiKey({ create, variant }: CreateApiKeyProps) {
  return (
    <AskAndReveal label="Create an API key" variant={variant} revealed={REVEALED}>
      {(reveal) => <ApiKeyForm create={create} reveal={reveal} />}
    </AskAndReveal>
  );
}

function ApiKeyForm({ create, reveal }: { create: Create; reveal: (text: string) => void }) {
  const { control, message, isPending, onSubmit } = useActionForm<
    CreateApiKeyInput,
    { readonly text: string }
  >({
    defaultValues: { name: "" },
    submit: create,
    onDone: ({ text }) => reveal(text),
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="name"
        label="What is it for?"
        placeholder="Shop, production"
        isRequired
      />
      <div className="flex justify-end">
        <SubmitButton isPending={isPending}>Create</SubmitButton>
      </div>
    </form>
  );
}
