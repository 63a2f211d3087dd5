import { ComingCalendar } from "@/components/events/calendar/coming-calendar";
import {
  EventLifePanel,
  IntegrationPanel,
  SchedulePanel,
} from "@/components/events/sections/beside-panels";
import type { SectionId } from "@/lib/domain/event/settings/table";
import { env } from "@/lib/platform/env";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { getEventLosses } from "@/lib/services/operation/removal/losses";
import { type Caller, load } from "../../../../guard";
import { saveSchedulesAction } from "../actions";
import {
  archiveEventAction,
  deleteEventAction,
  duplicateEventAction,
  restoreEventAction,
  saveTemplateAction,
} from "../life-actions";

type BesideSectionProps = { section: SectionId; event: EventView; caller: Caller; nowMs: number };

/** What stands below the form of a section, with saves of its own. */
export async function BesideSection({ section, event, caller, nowMs }: BesideSectionProps) {
  const { context, can } = caller;
  if (section === "schedule") {
    return (
      <>
        <ComingCalendar event={event} nowMs={nowMs} />
        <SchedulePanel
          event={event}
          nowMs={nowMs}
          canWrite={can("event:write")}
          save={saveSchedulesAction}
        />
      </>
    );
  }
  if (section === "integration") {
    const { wireId: customerId } = context.customer;
    const values = { customerId, roomUrl: env.waitingRoomUrl(), targetUrl: event.targetUrl };
    return <IntegrationPanel eventId={event.eventId} values={values} />;
  }
  if (section !== "general") return null;
  return (
    <EventLifePanel
      event={event}
      losses={await load(getEventLosses(context, { eventId: event.eventId }))}
      canWrite={can("event:write")}
      canDelete={can("event:delete")}
      actions={{
        duplicate: duplicateEventAction,
        saveTemplate: saveTemplateAction,
        archive: archiveEventAction,
        restore: restoreEventAction,
        remove: deleteEventAction,
      }}
    />
  );
}
