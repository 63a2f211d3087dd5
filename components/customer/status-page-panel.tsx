"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useState, useTransition } from "react";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { Switch } from "@/components/ui/switch";
import type { Action } from "@/lib/http/action-result";
import type {
  SetStatusPageInput,
  StatusPageView,
} from "@/lib/services/installation/customer/set-status-page";

type StatusPagePanelProps = {
  page: StatusPageView;
  /** Undefined without the permission. */
  save: Action<SetStatusPageInput, StatusPageView> | undefined;
};

/** The switch of the public status page. It moves at once, and back when the change is refused. */
export function StatusPagePanel({ page, save }: StatusPagePanelProps) {
  return (
    <Panel
      title="Status page"
      description="Public: the names and states of your open events, without figures."
    >
      <div className="flex flex-col gap-3 text-sm">
        {save === undefined ? (
          <>
            <p>{page.isOn ? "On" : "Off"}</p>
            <RoleNote permission="customer:write" act="change this" />
          </>
        ) : (
          <PageSwitch {...{ page, save }} />
        )}
        {page.isOn ? (
          <a href={page.url} target="_blank" rel="noreferrer" className="link-text break-all">
            {page.url}
          </a>
        ) : null}
        <DocsLink page="status-page">What the page shows</DocsLink>
      </div>
    </Panel>
  );
}

type PageSwitchProps = {
  page: StatusPageView;
  save: NonNullable<StatusPagePanelProps["save"]>;
};

function PageSwitch({ page, save }: PageSwitchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(page.isOn);
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
        Publish a status page
      </Switch>
      <FormMessage message={message} />
    </>
  );
}
