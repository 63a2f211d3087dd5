import { useState } from "react";
import { CopyLine } from "@/components/shared/copy-line";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { AddedFactor, FactorActions } from "./factor-actions";

type SetUpAppProps = { actions: FactorActions; onAdded: (added: AddedFactor) => void };
type Secret = { readonly secret: string; readonly picture: string };

/** Gives the secret to an app, and has it shown with a code that the app works. */
export function SetUpApp({ actions, onAdded }: SetUpAppProps) {
  const repeatAfterProof = useRepeatAfterProof();
  const [secret, setSecret] = useState<Secret | null>(null);
  const { isPending, message, act } = useAct();
  const begin = () => act(() => repeatAfterProof(actions.beginTotp), setSecret);
  return (
    <>
      <FormMessage message={message} />
      <Button size="sm" variant="secondary" isPending={isPending} onClick={begin}>
        Set up app
      </Button>
      <Dialog
        title="Set up authenticator app"
        isOpen={secret !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setSecret(null);
        }}
      >
        {secret === null ? null : (
          <ConfirmApp
            {...secret}
            confirm={actions.confirmTotp}
            onAdded={(added) => {
              setSecret(null);
              onAdded(added);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

type ConfirmAppProps = Secret & {
  confirm: FactorActions["confirmTotp"];
  onAdded: (added: AddedFactor) => void;
};

function ConfirmApp({ secret, picture, confirm, onAdded }: ConfirmAppProps) {
  const { control, message, isPending, onSubmit } = useActionForm<{ code: string }, AddedFactor>({
    defaultValues: { code: "" },
    submit: confirm,
    onDone: onAdded,
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <p className="text-sm text-muted">
        Scan the QR code with your authenticator app or enter the key. Then enter the code it shows.
      </p>
      {/* Its own white ground, so that phones read it in the dark theme, too. */}
      {/* biome-ignore lint/performance/noImgElement: a picture in the page itself, nothing to optimise. */}
      <img
        src={picture}
        alt="QR code of the key below"
        className="mx-auto size-48 rounded-lg bg-white"
      />
      <CopyLine text={secret.replaceAll(/.{4}(?=.)/g, "$& ")} label="Copy the key" />
      <FormMessage message={message} />
      <TextField
        control={control}
        name="code"
        label="Authenticator code"
        autoComplete="one-time-code"
        mono
        isRequired
        autoFocus
      />
      <div className="flex justify-end">
        <SubmitButton isPending={isPending}>Confirm</SubmitButton>
      </div>
    </form>
  );
}
