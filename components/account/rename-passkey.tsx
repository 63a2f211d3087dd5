import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { PasskeyView } from "@/lib/services/people/passkey/manage";
import type { FactorActions } from "./factor-actions";

type RenamePasskeyProps = { passkey: PasskeyView; rename: FactorActions["renamePasskey"] };

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, rename }: RenamePasskeyProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Rename the passkey ${passkey.name}`}
        onClick={() => setOpen(true)}
      >
        Rename
      </Button>
      <Dialog title="Rename passkey" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <NameForm
          passkey={passkey}
          rename={rename}
          onDone={() => {
            setOpen(false);
            router.refresh();
          }}
        />
      </Dialog>
    </>
  );
}

function NameForm({ passkey, rename, onDone }: RenamePasskeyProps & { onDone: () => void }) {
  const { passkeyId } = passkey;
  const { control, ...asked } = useActionForm<{ name: string }, unknown>({
    defaultValues: { name: passkey.name },
    submit: ({ name }) => rename({ passkeyId, name }),
    onDone,
  });
  return (
    <ActionForm {...asked} submit="Save">
      <TextField control={control} name="name" label="Name" isRequired autoFocus />
    </ActionForm>
  );
}
