import { WaitingPreview } from "@/components/events/waiting-preview";
import { ButtonLink } from "@/components/shared/button-link";
import { Panel } from "@/components/shared/panel";
import type { EventView } from "@/lib/services/event/settings/event-view";

/** What stands in place of charts while nothing has happened: the page that visitors will see. */
export function DraftPanel({ event, logoUrl }: { event: EventView; logoUrl: string | null }) {
  const settings = `/events/${event.eventId}/settings`;
  return (
    <Panel
      title="Waiting page"
      description="Live figures appear here once the event is open."
      actions={
        <>
          <ButtonLink href={`/events/${event.eventId}/readiness`} variant="secondary">
            Check readiness
          </ButtonLink>
          <ButtonLink href={`${settings}/page`} variant="secondary">
            Edit the page
          </ButtonLink>
        </>
      }
    >
      <WaitingPreview
        eventName={event.name}
        brandName={event.brandName}
        brandColour={event.brandColour}
        logoUrl={logoUrl}
      />
    </Panel>
  );
}
