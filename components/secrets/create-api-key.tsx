"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Action } from "@/components/shared/action-result";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { CreateApiKeyInput } from "@/lib/services/api-key/schemas";
import { RevealedDialog } from "./revealed-dialog";

type CreateApiKeyProps = {
  create: Action<CreateApiKeyInput, { readonly text: string }>;
  variant: "primary" | "secondary";
};

/** Names a new key, then shows it once. */
export function CreateApiKey({ create, variant }: CreateApiKeyProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const { form, control, message, isPending, onSubmit } = useActionForm<
    CreateApiKeyInput,
    { readonly text: string }
  >({
    defaultValues: { name: "" },
    submit: create,
    onDone: (created) => {
      setOpen(false);
      setText(created.text);
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
        Create an API key
      </Button>
      <Dialog title="Create an API key" isOpen={isOpen} onOpenChange={setOpen} size="sm">
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
      </Dialog>
      <RevealedDialog
        title="Your new API key"
        what="the API key"
        text={text}
        advice="This is the only time it is shown. Store it with the connector of your site; afterwards only its first characters are known here."
        onClose={() => {
          setText(null);
          router.refresh();
        }}
      />
    </>
  );
}
