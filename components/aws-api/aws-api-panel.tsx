"use client";

import { FactList } from "@/components/customer/fact-list";
import { DocsLink } from "@/components/shared/docs-link";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SavedSwitch } from "@/components/shared/saved-switch";
import type { Action } from "@/lib/http/action-result";
import type { ApiKeyView } from "@/lib/services/people/api-key/api-key-view";
import type { AwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import type { AwsApiView } from "@/lib/services/sites/aws-api/aws-api-view";
import type {
  CreateAwsAccessKeyInput,
  RotateAwsKeyInput,
  SetAwsApiInput,
} from "@/lib/services/sites/aws-api/schemas";
import { AccessKey } from "./access-key";
import { SigningKey } from "./signing-key";

type AwsApiPanelProps = {
  awsApi: AwsApiView;
  apiKeys: readonly ApiKeyView[];
  /** By the ids of keys; null while nobody can say. */
  lastUses: Readonly<Record<string, string>> | null;
  canWrite: { readonly api: boolean; readonly accessKey: boolean };
  actions: {
    readonly set: Action<SetAwsApiInput, AwsApiView>;
    readonly rotate: Action<RotateAwsKeyInput, AwsApiView>;
    readonly createAccessKey: Action<CreateAwsAccessKeyInput, AwsAccessKey>;
  };
};

/** The API of Virtual Waiting Room on AWS: its switch, its addresses and its keys. */
export function AwsApiPanel(props: AwsApiPanelProps) {
  const { awsApi, apiKeys, lastUses, canWrite, actions } = props;
  return (
    <Panel
      title="Virtual Waiting Room on AWS"
      description="For pages and programs that were written for its API."
    >
      <div className="flex flex-col gap-4 text-sm">
        {canWrite.api ? (
          <SavedSwitch {...{ isOn: awsApi.isOn, save: actions.set }}>Offer this API</SavedSwitch>
        ) : (
          <>
            <p>{awsApi.isOn ? "On" : "Off"}</p>
            <RoleNote permission="secret:write" act="change this" />
          </>
        )}
        {awsApi.isOn ? (
          <>
            <FactList
              facts={[
                {
                  ...{ label: "Public API", value: awsApi.publicUrl },
                  note: "For pages. Also the issuer of tokens.",
                },
                { label: "Private API", value: awsApi.privateUrl, note: "For your programs." },
              ]}
            />
            <SigningKey {...{ awsApi, rotate: canWrite.api ? actions.rotate : undefined }} />
            <AccessKey
              {...{ awsApi, apiKeys, lastUses }}
              create={canWrite.accessKey ? actions.createAccessKey : undefined}
            />
          </>
        ) : null}
        <DocsLink page="migrate/aws">Migrate from AWS</DocsLink>
      </div>
    </Panel>
  );
}
