import type { ReactNode } from "react";
import { EventTabs } from "@/components/events/event-tabs";
import { TestChip } from "@/components/rehearsals/rehearsal-state";
import { ButtonLink } from "@/components/shared/button-link";
import { PageHeader } from "@/components/shared/page-header";
import { getEvent } from "@/lib/services/event/manage/get";
import { load, requireCaller } from "../../guard";

type EventLayoutProps = { children: ReactNode; params: Promise<{ eventId: string }> };

export default async function EventLayout({ children, params }: EventLayoutProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  const event = await load(getEvent(context, { eventId }));
  const canRehearse = can("rehearsal:run") && !event.isTest && event.archivedAt === null;
  return (
    <>
      <PageHeader
        title={event.name}
        parent={{ label: "Events", href: "/events" }}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {event.isTest ? <TestChip /> : null}
            <span className="font-mono text-xs">{event.eventId}</span>
          </span>
        }
        actions={
          canRehearse ? (
            <ButtonLink href={`/rehearsals/new?event=${event.eventId}`} variant="secondary">
              Rehearse
            </ButtonLink>
          ) : undefined
        }
      />
      <EventTabs
        eventId={event.eventId}
        canSeeAccessCodes={can("access-code:read")}
        canSeeStaffLinks={can("staff-link:read")}
      />
      {children}
    </>
  );
}
