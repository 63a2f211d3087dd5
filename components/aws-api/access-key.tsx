import { ActionForm } from "@/components/shared/action-form";
import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Moment } from "@/components/shared/moment";
import { SelectField } from "@/components/shared/select-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { ApiKeyView } from "@/lib/services/people/api-key/api-key-view";
import type { AwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import type { AwsApiView } from "@/lib/services/sites/aws-api/aws-api-view";
import type { CreateAwsAccessKeyInput } from "@/lib/services/sites/aws-api/schemas";
import { KeyRow } from "./key-row";

type Create = Action<CreateAwsAccessKeyInput, AwsAccessKey>;

type AccessKeyProps = {
  awsApi: AwsApiView;
  apiKeys: readonly ApiKeyView[];
  lastUses: Readonly<Record<string, string>> | null;
  /** Undefined without the permission. */
  create: Create | undefined;
};

const REVEALED = {
  title: "Your new secret access key",
  what: "the secret access key",
  advice: "This secret is only shown once. Store it beside the access key ID of this page.",
};

/** The access key with which programs sign private calls. */
export function AccessKey({ awsApi, apiKeys, lastUses, create }: AccessKeyProps) {
  const { accessKeyId, apiKeyId } = awsApi;
  const ofKey = apiKeys.find(({ id }) => id === apiKeyId);
  const usable = apiKeys.filter(isUsable);
  const label = accessKeyId === null ? "Create access key" : "Replace access key";
  return (
    <KeyRow
      title="Access key"
      name={accessKeyId}
      actions={
        create === undefined ? null : (
          <>
            {usable.length === 0 ? null : (
              <AskAndReveal label={label} variant="secondary" revealed={REVEALED}>
                {(reveal) => <CreateForm {...{ apiKeys: usable, create, reveal }} />}
              </AskAndReveal>
            )}
            {accessKeyId === null ? null : <Revoke {...{ accessKeyId, create }} />}
          </>
        )
      }
    >
      {accessKeyId === null ? (
        <>
          Signs private calls (Signature Version 4), with the permissions of an API key.
          {usable.length === 0 ? " Create an API key with API access first." : ""}
        </>
      ) : (
        <>
          Permissions of {ofKey?.name ?? "an API key that was deleted"}
          {ofKey?.revokedAt ? ", which is revoked" : ""}. Last used:{" "}
          <LastUse at={lastUses?.[accessKeyId]} isKnown={lastUses !== null} />.
        </>
      )}
    </KeyRow>
  );
}

function isUsable({ revokedAt, isExpired, scopes }: ApiKeyView): boolean {
  return revokedAt === null && !isExpired && scopes.includes("api");
}

function LastUse({ at, isKnown }: { at: string | undefined; isKnown: boolean }) {
  if (at !== undefined) return <Moment at={at} />;
  return isKnown ? "no use seen" : "not known right now";
}

type CreateFormProps = {
  apiKeys: readonly ApiKeyView[];
  create: Create;
  reveal: (text: string | null) => void;
};

function CreateForm({ apiKeys, create, reveal }: CreateFormProps) {
  const { control, ...asked } = useActionForm<{ apiKeyId: string }, AwsAccessKey>({
    defaultValues: { apiKeyId: apiKeys[0]?.id ?? "" },
    submit: create,
    onDone: ({ secretAccessKey }) => reveal(secretAccessKey),
  });
  return (
    <ActionForm {...asked} submit="Create">
      <SelectField
        control={control}
        name="apiKeyId"
        label="Permissions of"
        options={apiKeys.map(({ id, name }) => ({ value: id, label: name }))}
        description="Signed calls can do what this API key can. An access key of before stops working at once."
      />
    </ActionForm>
  );
}

function Revoke({ accessKeyId, create }: { accessKeyId: string; create: Create }) {
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerVariant="danger-soft"
      triggerLabel="Revoke the access key"
      title="Revoke the access key?"
      confirm="Revoke access key"
      run={() => create({ apiKeyId: null })}
    >
      Calls signed with {accessKeyId} are refused at once. The API key keeps working.
    </ConfirmButton>
  );
}
