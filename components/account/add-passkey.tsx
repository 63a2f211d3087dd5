import { useState } from "react";
import { makePasskey } from "@/components/auth/passkey";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { AddedFactor, FactorActions } from "./factor-actions";

type AddPasskeyProps = { actions: FactorActions; onAdded: (added: AddedFactor) => void };

/** Names a passkey, and has the device make it. */
export function AddPasskey({ actions, onAdded }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Add passkey
      </Button>
      <Dialog title="Add passkey" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <NameForm
          actions={actions}
          onAdded={(added) => {
            setOpen(false);
            onAdded(added);
          }}
        />
      </Dialog>
    </>
  );
}

function NameForm({ actions, onAdded }: AddPasskeyProps) {
  const repeatAfterProof = useRepeatAfterProof();
  const { control, ...asked } = useActionForm<{ name: string }, AddedFactor>({
    defaultValues: { name: "" },
    submit: async ({ name }) => {
      const made = await makePasskey(() => repeatAfterProof(actions.beginPasskey));
      return made.ok ? actions.addPasskey({ ...made.data, name }) : made;
    },
    onDone: onAdded,
  });
  return (
    <ActionForm {...asked} submit="Continue">
      <TextField
        control={control}
        name="name"
        label="Name"
        description="For example, “Work laptop”. Helps you identify it if you lose it."
        isRequired
        autoFocus
      />
    </ActionForm>
  );
}
