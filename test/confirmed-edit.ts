import { db } from "@/lib/db/client";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { planChange } from "@/lib/services/event/change/plan-change";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { UpdateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";

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
