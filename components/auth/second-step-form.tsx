import { useEffect, useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { PasskeyButton } from "./passkey-button";
import type { SignInSteps } from "./sign-in-steps";

type SecondStepFormProps = { steps: SignInSteps; onDone: () => void; startAgain: () => void };
type Ways = { readonly code: boolean; readonly passkey: boolean };

/** Asks for the second thing after a right password. */
export function SecondStepForm({ steps, onDone, startAgain }: SecondStepFormProps) {
  const [ways, setWays] = useState<Ways | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const learn = async () => {
      const result = await orOffline(steps.ways());
      if (result.ok) setWays(result.data);
      else setRefusal(result.error.message);
    };
    void learn();
  }, [steps]);
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={refusal} />
      {ways === null && refusal === null ? <Skeleton className="h-24 rounded-lg" /> : null}
      {ways === null ? null : (
        <>
          {ways.passkey ? (
            <PasskeyButton
              ask={steps.askStep}
              finish={steps.byStepPasskey}
              onDone={onDone}
              onRefused={setRefusal}
            >
              Use a passkey
            </PasskeyButton>
          ) : null}
          <CodeForm steps={steps} hasApp={ways.code} onDone={onDone} />
        </>
      )}
      <Button variant="ghost" size="sm" onClick={startAgain}>
        Start over
      </Button>
    </div>
  );
}

type CodeFormProps = { steps: SignInSteps; hasApp: boolean; onDone: () => void };

function CodeForm({ steps, hasApp, onDone }: CodeFormProps) {
  const { control, ...asked } = useActionForm<{ code: string }, unknown>({
    defaultValues: { code: "" },
    submit: steps.byCode,
    onDone,
  });
  return (
    <ActionForm {...asked} submit="Continue" at="full">
      <TextField
        control={control}
        name="code"
        label={hasApp ? "Authenticator code" : "Recovery code"}
        description={
          hasApp
            ? "Six digits, or one of your recovery codes."
            : "If you lost your passkey, use a recovery code."
        }
        autoComplete="one-time-code"
        mono
        isRequired
        autoFocus={hasApp}
      />
    </ActionForm>
  );
}
