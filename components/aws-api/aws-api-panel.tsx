"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { FactList } from "@/components/customer/fact-list";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { Switch } from "@/components/ui/switch";
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
          <AwsApiSwitch {...{ awsApi, save }} />
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

type AwsApiSwitchProps = {
  awsApi: AwsApiView;
  save: NonNullable<AwsApiPanelProps["save"]>;
};

function AwsApiSwitch({ awsApi, save }: AwsApiSwitchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(awsApi.isOn);
  const [message, setMessage] = useState<string | null>(null);
  const change = (isOn: boolean) =>
    startTransition(async () => {
      show(isOn);
      const result = await orOffline(save({ isOn }));
      setMessage(result.ok ? null : result.error.message);
      router.refresh();
    });
  return (
    <>
      <Switch isOn={shown} isPending={isPending} onChange={change}>
        Offer this API
      </Switch>
      <FormMessage message={message} />
    </>
  );
}
