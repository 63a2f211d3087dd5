import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { startEvent } from "@/lib/services/event/control/start";
import { getEvent } from "@/lib/services/event/manage/get";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";

/** What a room's program wants of its event: everybody through, or nobody admitted. */
export type RoomState = { readonly suspended: boolean; readonly queueAll: boolean };

/** Opens the event of a room, and lets everybody through or pauses it. What is so already stays. */
export async function bringInto(
  context: ServiceContext,
  event: EventView,
  { suspended, queueAll }: RoomState,
): Promise<EventView> {
  const { eventId } = event;
  const one = { eventId };
  // Somebody has stopped it here, and nobody waits either way.
  if (event.status === "stopped" && suspended) return event;
  const open = event.status === "open" ? event : await startEvent(context, one);
  const isPaused = !suspended && queueAll;
  if (open.paused && !isPaused) await resumeEvent(context, one);
  if (open.letThrough && !suspended) await endLetThrough(context, one);
  if (!open.letThrough && suspended) await letEverybodyThrough(context, one);
  if (!open.paused && isPaused) await pauseEvent(context, one);
  return getEvent(context, one);
}
