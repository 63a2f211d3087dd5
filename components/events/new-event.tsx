"use client";

import { useRouter } from "next/navigation";
import type { ThemeOption } from "./brand-section";
import { EventForm } from "./event-form";
import { newEventValues } from "./event-form-values";
import type { SaveEvent } from "./use-event-form";

type NewEventProps = {
  customerName: string;
  timeZones: readonly string[];
  themes: readonly ThemeOption[];
  create: SaveEvent;
};

/** Creates an event, then opens it. */
export function NewEvent({ customerName, timeZones, themes, create }: NewEventProps) {
  const router = useRouter();
  return (
    <EventForm
      defaultValues={newEventValues(customerName)}
      logoUrl={null}
      isNew
      isOpen={false}
      canWrite
      timeZones={timeZones}
      themes={themes}
      cancelHref="/events"
      save={async (values, logo) => {
        const result = await create(values, logo);
        if (result.ok) router.push(`/events/${result.data.eventId}`);
        return result;
      }}
    />
  );
}
