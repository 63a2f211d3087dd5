"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/shared/action-form";
import { CheckField } from "@/components/shared/check-field";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import { ROLES } from "@/lib/domain/permissions/roles";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { ProviderView } from "@/lib/services/people/single-sign-on/provider";
import type { SetProviderInput } from "@/lib/services/people/single-sign-on/schemas";

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
  return (
    <Panel
      title="Single sign-on (SSO)"
      description="Members sign in with your identity provider through OpenID Connect. SAML is not supported; most providers that speak SAML offer OpenID Connect too."
      actions={
        canWrite && provider !== null ? (
          <ConfirmButton
            trigger="Remove"
            triggerVariant="ghost"
            title="Remove single sign-on?"
            confirm="Remove single sign-on"
            run={remove}
          >
            Signs out everyone who used it. Members without a password can set one by e-mail.
          </ConfirmButton>
        ) : null
      }
    >
      {canWrite ? (
        <div className="flex max-w-xl flex-col gap-4">
          <div>
            <p className="mb-1 text-xs text-muted">Redirect URI for your provider:</p>
            <CopyLine text={callbackUrl} label="Copy the redirect URI" />
          </div>
          <Fields {...props} />
        </div>
      ) : (
        <>
          <p className="mb-3 text-sm">
            {provider === null
              ? "Not set up."
              : `Members sign in through ${provider.issuer} with the customer ID ${customerId}.`}
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
  const { form, control, ...asked } = useActionForm<SetProviderInput, unknown>({
    defaultValues: values,
    submit: set,
    onDone: (_, saved) => {
      form.reset({ ...saved, clientSecret: "" });
      toast.success(`Saved. Members sign in with the customer ID ${customerId}.`);
      router.refresh();
    },
  });
  const domains = provider?.domains ?? [];
  return (
    <ActionForm {...asked} submit="Save" isDisabled={!form.formState.isDirty} at="start">
      <TextField
        control={control}
        name="issuer"
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        description="Your provider's issuer URL. The rest is discovered automatically."
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
            ? "Encrypted when saved and never shown again."
            : "Leave empty to keep the current secret."
        }
        mono
      />
      <CheckField
        control={control}
        name="joins"
        label="Add people from our domains as members when they sign in"
        description={
          domains.length === 0
            ? "Requires a verified custom domain on the Customer page. Everyone else needs an invitation."
            : `For addresses at ${domains.join(", ")}. Everyone else needs an invitation.`
        }
      />
      <SelectField
        control={control}
        name="defaultRole"
        label="Role"
        options={ROLE_OPTIONS}
        className="w-40"
      />
    </ActionForm>
  );
}
