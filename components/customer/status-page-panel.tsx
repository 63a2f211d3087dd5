"use client";

import { DocsLink } from "@/components/shared/docs-link";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SavedSwitch } from "@/components/shared/saved-switch";
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
          <SavedSwitch {...{ isOn: page.isOn, save }}>Publish a status page</SavedSwitch>
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
