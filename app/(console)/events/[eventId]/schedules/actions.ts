"use server";

import { defineAction } from "@/lib/http/console";
import { type UpdateEventInput, updateEventInput } from "@/lib/services/event/schemas";
import { updateEvent } from "@/lib/services/event/update";

const update = defineAction(updateEventInput, updateEvent);

export async function saveSchedulesAction(input: UpdateEventInput) {
  return update(input);
}
