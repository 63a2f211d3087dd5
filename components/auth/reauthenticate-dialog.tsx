"use client";

import { Button } from "@heroui/react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { ProofActions } from "./proof-actions";

type ReauthenticateDialogProps = {
  actions: ProofActions;
  /** For password managers. */
  email: string;
  close: (isProved: boolean) => void;
};

/** Asks somebody who is signed in to prove that it is still them. */
export function ReauthenticateDialog({ actions, email, close }: ReauthenticateDialogProps) {
  return (
    <Dialog title="Confirm that it is you" isOpen onOpenChange={() => close(false)} size="sm">
      <p className="mb-4 text-sm text-muted">
        What you are about to do could do lasting harm, so the console makes sure that nobody else
        sits at your browser. It does not ask again for ten minutes.
      </p>
      <PasswordProof actions={actions} email={email} close={close} />
    </Dialog>
  );
}

function PasswordProof({ actions, email, close }: ReauthenticateDialogProps) {
  const { control, message, isPending, onSubmit } = useActionForm<{ password: string }, unknown>({
    defaultValues: { password: "" },
    submit: actions.byPassword,
    onDone: () => close(true),
  });
  return (
    <form
      onSubmit={(event) => {
        // React passes it on to the form in which the dialog was asked for.
        event.stopPropagation();
        return onSubmit(event);
      }}
      className="flex flex-col gap-4"
      noValidate
    >
      <FormMessage message={message} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onPress={() => close(false)}>
          Cancel
        </Button>
        <SubmitButton isPending={isPending}>Confirm</SubmitButton>
      </div>
    </form>
  );
}
