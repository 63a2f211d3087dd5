"use client";

import { useRouter } from "next/navigation";
import { CheckField } from "@/components/shared/check-field";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import { ROLES } from "@/lib/domain/permissions/roles";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { ProviderView } from "@/lib/services/single-sign-on/provider";
import type { SetProviderInput } from "@/lib/services/single-sign-on/schemas";

const ROLE_OPTIONS = ROLES.filter((role) => role !== "owner").map((role) => ({
  value: role,
  label: role,
}));

type ProviderFormProps = {
  provider: ProviderView | null;
  customerId: string;
  callbackUrl: string;
  canWrite: boolean;
  set: Action<SetProviderInput, unknown>;
  remove: () => Promise<ActionResult<unknown>>;
};

/** The provider at which people of a customer sign in. */
export function ProviderForm(props: ProviderFormProps) {
  const { provider, customerId, callbackUrl, canWrite, remove } = props;
  const router = useRouter();
  return (
    <Panel
      title="Single sign-on"
      description="Your people sign in at your own provider, by OpenID Connect."
      actions={
        canWrite && provider !== null ? (
          <ConfirmButton
            trigger="Take away"
            triggerVariant="ghost"
            title="Take single sign-on away?"
            confirm="Take away"
            run={remove}
            onDone={() => router.refresh()}
          >
            Everybody who came through it is signed out. Who has no password can set one by e-mail.
          </ConfirmButton>
        ) : null
      }
    >
      {canWrite ? (
        <div className="flex max-w-xl flex-col gap-4">
          <div>
            <p className="mb-1 text-xs text-muted">Enter this at your provider as redirect URI:</p>
            <CopyLine text={callbackUrl} label="Copy the redirect URI" />
          </div>
          <Fields {...props} />
        </div>
      ) : (
        <>
          <p className="mb-3 text-sm">
            {provider === null
              ? "There is none."
              : `People sign in through ${provider.issuer} with the customer id ${customerId}.`}
          </p>
          <RoleNote permission="customer:security" act="set up single sign-on" />
        </>
      )}
    </Panel>
  );
}

function Fields({ provider, customerId, set }: ProviderFormProps) {
  const router = useRouter();
  const values: SetProviderInput = {
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    clientSecret: "",
    joins: provider?.joins ?? false,
    defaultRole: provider?.defaultRole ?? "viewer",
  };
  const { form, control, message, isPending, onSubmit } = useActionForm<SetProviderInput, unknown>({
    defaultValues: values,
    submit: set,
    onDone: (_, saved) => {
      form.reset({ ...saved, clientSecret: "" });
      toast.success(`Saved. People sign in with the customer id ${customerId}.`);
      router.refresh();
    },
  });
  const domains = provider?.domains ?? [];
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="issuer"
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        description="The address by which your provider calls itself. The console finds the rest there."
        mono
        isRequired
      />
      <TextField control={control} name="clientId" label="Client id" mono isRequired />
      <TextField
        control={control}
        name="clientSecret"
        label="Client secret"
        type="password"
        autoComplete="new-password"
        description={
          provider === null
            ? "It is sealed at once and never shown again."
            : "Leave it empty to keep the one that is stored."
        }
        mono
      />
      <CheckField
        control={control}
        name="joins"
        label="People of our domains become members by signing in"
        description={
          domains.length === 0
            ? "Only at hosts that are proven to be yours, on the page Customer; there is none yet. Everybody else needs an invitation."
            : `With an address at ${domains.join(", ")}. Everybody else needs an invitation.`
        }
      />
      <SelectField
        control={control}
        name="defaultRole"
        label="Their role"
        options={ROLE_OPTIONS}
        className="w-40"
      />
      <div>
        <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
