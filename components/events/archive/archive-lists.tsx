"use client";

import { Archive, LayoutTemplate } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventIdInput } from "@/lib/services/event/settings/inputs";
import type { TemplateIdInput } from "@/lib/services/event/template/schemas";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";

type ArchiveListsProps = {
  events: readonly EventView[];
  templates: readonly EventTemplateView[];
  canWrite: boolean;
  restore: Action<EventIdInput, EventView>;
  deleteTemplate: Action<TemplateIdInput, unknown>;
};

/** Events that were put away, and the templates. */
export function ArchiveLists(props: ArchiveListsProps) {
  const { events, templates, canWrite, restore, deleteTemplate } = props;
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Archive" flush>
        {events.length === 0 ? (
          <EmptyState icon={Archive} title="No archived events">
            Archive an event in its General settings. You can restore it at any time.
          </EmptyState>
        ) : (
          <ul aria-label="Archive" className="divide-y divide-separator">
            {events.map(({ eventId, name, archivedAt }) => (
              <Row
                key={eventId}
                title={
                  <Link href={`/events/${eventId}/settings/general`} className="link-text">
                    {name}
                  </Link>
                }
                text={<>Since {archivedAt === null ? null : <Moment at={archivedAt} />}</>}
              >
                {canWrite ? (
                  <ConfirmButton
                    trigger="Restore"
                    triggerLabel={`Restore ${name}`}
                    title={`Restore ${name}?`}
                    confirm="Restore"
                    run={() => restore({ eventId })}
                  >
                    The event returns to the list unchanged. Its schedules may open it.
                  </ConfirmButton>
                ) : null}
              </Row>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Templates" flush>
        {templates.length === 0 ? (
          <EmptyState icon={LayoutTemplate} title="No templates yet">
            Save an event as a template in its General settings.
          </EmptyState>
        ) : (
          <ul aria-label="Templates" className="divide-y divide-separator">
            {templates.map(({ templateId, name, createdAt }) => (
              <Row key={templateId} title={name} text={<Moment at={createdAt} />}>
                {canWrite ? (
                  <ConfirmButton
                    trigger="Delete"
                    triggerLabel={`Delete the template ${name}`}
                    title={`Delete the template ${name}?`}
                    confirm="Delete"
                    run={() => deleteTemplate({ templateId })}
                  >
                    Events created from it don't change.
                  </ConfirmButton>
                ) : null}
              </Row>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function Row({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{title}</p>
        <p className="text-xs text-muted">{text}</p>
      </div>
      {children}
    </li>
  );
}
