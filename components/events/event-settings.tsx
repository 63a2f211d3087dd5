"use client";

import { useEventLive } from "@/components/live/use-event-live";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventLive } from "@/lib/services/event/get-live";
import type { LogoDraft, ThemeOption } from "./brand-section";
import { type EventFormValues, toEventFormValues } from "./event-form-values";
import { InForce } from "./in-force";
import { findSection } from "./sections/registry";
import { SectionForm } from "./sections/section-form";
import { useEventChange } from "./use-event-change";

type EventSettingsProps = {
  section: string;
  event: EventView;
  logoUrl: string | null;
  canWrite: boolean;
  timeZones: readonly string[];
  themes: readonly ThemeOption[];
  initial: EventLive | null;
  update: (
    seenVersion: number,
    values: EventFormValues,
    logo: LogoDraft,
  ) => Promise<ActionResult<EventView>>;
};

/** A section of the settings of an event, and whether the last change is in force. */
export function EventSettings(props: EventSettingsProps) {
  const { event, logoUrl, canWrite, timeZones, initial, update } = props;
  const { change, run } = useEventChange(event.eventId, "form");
  const isOpen = event.status === "open";
  const { live } = useEventLive(event.eventId, { initial, isPolled: isOpen });
  const section = findSection(props.section);
  if (section === null) return null;
  return (
    <div className="flex flex-col gap-3">
      {isOpen ? <InForce change={change} inForce={live?.inForce ?? null} /> : null}
      <SectionForm
        section={section}
        defaultValues={toEventFormValues(event)}
        logoUrl={logoUrl}
        isOpen={isOpen}
        canWrite={canWrite}
        timeZones={timeZones}
        themes={props.themes}
        hasSchedules={event.schedules.length > 0}
        save={(values, logo) => run(() => update(event.settingsVersion, values, logo))}
      />
    </div>
  );
}
