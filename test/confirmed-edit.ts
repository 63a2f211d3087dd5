import { db } from "@/lib/db/client";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import type { ServiceContext } from "@/lib/services/context";
import type { EventView } from "@/lib/services/event/event-view";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { planChange } from "@/lib/services/event/plan-change";
import type { UpdateEventInput } from "@/lib/services/event/schemas";
import { updateEvent } from "@/lib/services/event/update";

type EditOfSchedules = { readonly eventId: string } & Required<Pick<UpdateEventInput, "schedules">>;

/** Edits the schedules of an event as somebody who has read what it changes at once. */
export async function editSchedulesOf(
  context: ServiceContext,
  { eventId, schedules }: EditOfSchedules,
): Promise<EventView> {
  const { effects } = await db().$transaction(async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    return planChange(tx, context, event, { schedules: schedulesSchema.parse(schedules) });
  });
  return updateEvent(context, { eventId, schedules, confirmed: [...effects] });
}
