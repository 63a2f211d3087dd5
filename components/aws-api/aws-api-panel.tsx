"use client";

import { FactList } from "@/components/customer/fact-list";
import { DocsLink } from "@/components/shared/docs-link";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SavedSwitch } from "@/components/shared/saved-switch";
import type { Action } from "@/lib/http/action-result";
import type { AwsApiView } from "@/lib/services/sites/aws-api/aws-api-view";
import type { SetAwsApiInput } from "@/lib/services/sites/aws-api/schemas";

type AwsApiPanelProps = {
  awsApi: AwsApiView;
  /** Undefined without the permission. */
  save: Action<SetAwsApiInput, AwsApiView> | undefined;
};

/** The switch of the API of Virtual Waiting Room on AWS, and where its calls are. */
export function AwsApiPanel({ awsApi, save }: AwsApiPanelProps) {
  return (
    <Panel
      title="Virtual Waiting Room on AWS"
      description="For pages and programs that were written for its API."
    >
      <div className="flex flex-col gap-3 text-sm">
        {save === undefined ? (
          <>
            <p>{awsApi.isOn ? "On" : "Off"}</p>
            <RoleNote permission="secret:write" act="change this" />
          </>
        ) : (
          <SavedSwitch {...{ isOn: awsApi.isOn, save }}>Offer this API</SavedSwitch>
        )}
        {awsApi.isOn ? (
          <FactList
            facts={[
              { label: "Public API", value: awsApi.publicUrl, note: "Also the issuer of tokens." },
              { label: "Private API", value: awsApi.privateUrl, note: "For your programs." },
              { label: "Signing key", value: awsApi.keyId ?? "", note: "Its key id (kid)." },
            ]}
          />
        ) : null}
        <DocsLink page="migrate/aws">Migrate from AWS</DocsLink>
      </div>
    </Panel>
  );
}
