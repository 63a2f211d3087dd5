import { z } from "zod";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createEvent } from "@/lib/services/event/manage/create";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { getEvent } from "@/lib/services/event/manage/get";
import { listEvents } from "@/lib/services/event/manage/list";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { setManagedBy } from "@/lib/services/event/manage/set-managed-by";
import { updateEvent } from "@/lib/services/event/manage/update";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { getEventLosses } from "@/lib/services/operation/removal/losses";
import { eventAnswer, eventLossesAnswer } from "../answers/event";
import { type Operation, operation, pageSchema } from "../operation";

const EVENT = { tag: "Events", output: eventAnswer } as const;
const ONE = { ...EVENT, example: { eventId: "springsale" } } as const;

/** A transparent dot as a PNG. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Events and their settings. */
export const EVENT_OPERATIONS: readonly Operation[] = [
  operation(listEvents, {
    ...{ id: "listEvents", method: "GET", path: "/events", tag: "Events" },
    summary: "List events",
    output: pageSchema(eventAnswer),
    keepsToEvents: true,
    example: { status: "open", limit: 20 },
  }),
  operation(createEvent, {
    ...{ ...EVENT, id: "createEvent", method: "POST", path: "/events", status: 201 },
    summary: "Create an event",
    description:
      "The event is a draft until it is started. Settings that are left out are those of your new events.",
    example: {
      ...{ eventId: "autumndrop", name: "Autumn drop", kind: "scheduled" },
      ...{ targetUrl: "https://shop.example.com/drop", outflowPerMinute: 600 },
      ...{ timeZone: "Europe/Berlin", startLocal: "2099-10-01T10:00" },
    },
  }),
  operation(getEvent, {
    ...{ ...ONE, id: "getEvent", method: "GET", path: "/events/{eventId}" },
    summary: "Get an event",
  }),
  operation(updateEvent, {
    ...{ ...EVENT, id: "updateEvent", method: "PATCH", path: "/events/{eventId}" },
    asksApproval: true,
    summary: "Change settings of an event",
    description: "Settings that are left out stay as they are.",
    revises: "getEvent",
    example: { eventId: "springsale", name: "Spring sale 2027" },
  }),
  operation(duplicateEvent, {
    ...{ ...EVENT, id: "duplicateEvent", method: "POST", path: "/events/{eventId}/duplicate" },
    ...{ summary: "Copy an event", status: 201 },
    example: { eventId: "springsale", newEventId: "springsale2", name: "Spring sale, day two" },
  }),
  operation(archiveEvent, {
    ...{ ...ONE, id: "archiveEvent", method: "POST", path: "/events/{eventId}/archive" },
    summary: "Move an event to the archive",
    example: { eventId: "oldsale" },
  }),
  operation(restoreEvent, {
    ...{ ...ONE, id: "restoreEvent", method: "POST", path: "/events/{eventId}/restore" },
    asksApproval: true,
    summary: "Take an event out of the archive",
    example: { eventId: "archivedsale" },
  }),
  operation(setLogo, {
    ...{ ...EVENT, id: "setLogo", method: "PUT", path: "/events/{eventId}/logo" },
    summary: "Set or remove the logo",
    description: "A PNG, JPEG, WebP or SVG file of up to 50 KB in base64. Null removes it.",
    revises: "getEvent",
    example: { eventId: "springsale", logoBase64: LOGO },
  }),
  operation(setManagedBy, {
    ...{ ...EVENT, id: "setManagedBy", method: "PUT", path: "/events/{eventId}/managed-by" },
    summary: "Say which file an event is in",
    description: "The console asks before somebody edits it by hand. Null: none.",
    revises: "getEvent",
    example: { eventId: "springsale", managedBy: "stanchion.yaml" },
  }),
  operation(getEventLosses, {
    ...{ id: "getEventLosses", method: "GET", path: "/events/{eventId}/losses", tag: "Events" },
    summary: "Count what deleting would remove",
    output: eventLossesAnswer,
    example: { eventId: "oldsale" },
  }),
  operation(deleteEvent, {
    ...{ id: "deleteEvent", method: "DELETE", path: "/events/{eventId}", tag: "Events" },
    asksApproval: true,
    summary: "Delete an event for good",
    description:
      "With its runs, access codes, secrets and drafts. `name` is the name of the event, so that no other one is deleted.",
    revises: "getEvent",
    output: z.object({ eventId: z.string() }),
    example: { eventId: "oldsale", name: "Old sale" },
  }),
];
