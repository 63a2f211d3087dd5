import { env } from "@/lib/platform/env";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";

/** Where the waiting room serves the logo of an event; null without one. */
export function logoUrlOf({ customer }: ServiceContext, event: EventView): string | null {
  if (event.logo === null) return null;
  const path = `/assets/logo/${customer.wireId}/${event.eventId}/${event.logo.hash}`;
  return `${env.waitingRoomUrl()}${path}`;
}
