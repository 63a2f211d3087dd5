import { type ReactNode, useEffect, useState } from "react";
import { ButtonLink } from "@/components/shared/button-link";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ActionResult } from "@/lib/http/action-result";
import type { ProofWays } from "@/lib/services/people/sign-in/proof-ways";
import { PasskeyButton } from "./passkey-button";
import type { ProofActions } from "./proof-actions";

type ReauthenticateDialogProps = {
  actions: ProofActions;
  /** For password managers. */
  email: string;
  close: (isProved: boolean) => void;
};

/** Asks somebody who is signed in to prove that it is still them. */
export function ReauthenticateDialog(props: ReauthenticateDialogProps) {
  const { actions, close } = props;
  const [ways, setWays] = useState<ProofWays | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const learn = async () => {
      const result = await orOffline(actions.ways());
      if (result.ok) setWays(result.data);
      else setRefusal(result.error.message);
    };
    void learn();
  }, [actions]);
  return (
    <Dialog title="Confirm it's you" isOpen onOpenChange={() => close(false)} size="sm">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Please confirm your identity before this sensitive action. We won't ask again for ten
          minutes.
        </p>
        <FormMessage message={refusal} />
        {ways === null && refusal === null ? <Skeleton className="h-24 rounded-lg" /> : null}
        {ways === null ? null : <Ways {...props} ways={ways} refuse={setRefusal} />}
      </div>
    </Dialog>
  );
}

type WaysProps = ReauthenticateDialogProps & {
  ways: ProofWays;
  refuse: (message: string) => void;
};

function Ways({ ways, actions, email, close, refuse }: WaysProps) {
  if (ways.customerId !== null) return <CompanyLink customerId={ways.customerId} close={close} />;
  return (
    <>
      {ways.passkey ? (
        <PasskeyButton
          ask={actions.askPasskey}
          finish={actions.byPasskey}
          onDone={() => close(true)}
          onRefused={refuse}
        >
          Use a passkey
        </PasskeyButton>
      ) : null}
      {ways.code ? <CodeProof actions={actions} close={close} /> : null}
      {ways.password ? <PasswordProof actions={actions} email={email} close={close} /> : null}
    </>
  );
}

type CompanyLinkProps = { customerId: string; close: (isProved: boolean) => void };

function CompanyLink({ customerId, close }: CompanyLinkProps) {
  const { pathname, search } = window.location;
  const query = new URLSearchParams({
    customer: customerId,
    next: `${pathname}${search}`,
    again: "1",
  });
  return (
    <>
      <p className="text-sm">
        You signed in with SSO. Sign in there again, then repeat this action.
      </p>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onClick={() => close(false)}>
          Cancel
        </Button>
        <ButtonLink href={`/sign-in/single-sign-on?${query}`} size="sm">
          Continue
        </ButtonLink>
      </div>
    </>
  );
}

type PasswordProofProps = {
  actions: ProofActions;
  email: string;
  close: (isProved: boolean) => void;
};

function PasswordProof({ actions, email, close }: PasswordProofProps) {
  return (
    <ProofForm
      name="password"
      label="Password"
      type="password"
      autoComplete="current-password"
      submit={(password) => actions.byPassword({ password })}
      close={close}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    </ProofForm>
  );
}

function CodeProof({ actions, close }: Omit<PasswordProofProps, "email">) {
  return (
    <ProofForm
      name="code"
      label="Authenticator or recovery code"
      type="text"
      autoComplete="one-time-code"
      submit={(code) => actions.byCode({ code })}
      close={close}
    />
  );
}

type ProofFormProps = {
  name: "password" | "code";
  label: string;
  type: "password" | "text";
  autoComplete: string;
  submit: (text: string) => Promise<ActionResult<unknown>>;
  close: (isProved: boolean) => void;
  children?: ReactNode;
};

function ProofForm({ name, label, type, autoComplete, submit, close, children }: ProofFormProps) {
  const { control, message, isPending, onSubmit } = useActionForm<
    Partial<Record<"password" | "code", string>>,
    unknown
  >({
    defaultValues: { [name]: "" },
    submit: (values) => submit(values[name] ?? ""),
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
      {children}
      <TextField
        control={control}
        name={name}
        label={label}
        type={type}
        autoComplete={autoComplete}
        isRequired
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="tertiary" onClick={() => close(false)}>
          Cancel
        </Button>
        <SubmitButton isPending={isPending}>Confirm</SubmitButton>
      </div>
    </form>
  );
}
