import { z } from "zod";
import { newEventDefaultsSchema } from "@/lib/domain/event/new-event-defaults";
import { getNewEventDefaults } from "@/lib/services/event/new-event/get-defaults";
import { setNewEventDefaults } from "@/lib/services/event/new-event/set-defaults";
import { getNewEventSettings } from "@/lib/services/event/new-event/settings";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { listTemplates } from "@/lib/services/event/template/list";
import { saveTemplate } from "@/lib/services/event/template/save";
import { eventAnswer } from "../answers/event";
import { newEventSettingsAnswer, templateAnswer } from "../answers/template";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Templates" } as const;

/** What events are made from. */
export const TEMPLATE_OPERATIONS: readonly Operation[] = [
  listing(listTemplates, {
    ...{ ...TAG, id: "listTemplates", method: "GET", path: "/templates" },
    summary: "List templates of events",
    of: templateAnswer,
    by: ({ templateId }) => templateId,
    example: {},
  }),
  operation(saveTemplate, {
    ...{ ...TAG, id: "saveTemplate", method: "POST", path: "/events/{eventId}/template" },
    ...{ summary: "Save an event as a template", status: 201 },
    output: templateAnswer,
    example: { eventId: "springsale", name: "Usual sale" },
  }),
  operation(createFromTemplate, {
    ...{ ...TAG, id: "createEventFromTemplate", method: "POST" },
    ...{ path: "/templates/{templateId}/events", status: 201 },
    summary: "Create an event from a template",
    description: "Settings that are given are taken instead of the template's.",
    output: eventAnswer,
    example: { templateId: "{template}", eventId: "summersale", name: "Summer sale" },
  }),
  operation(deleteTemplate, {
    ...{ ...TAG, id: "deleteTemplate", method: "DELETE", path: "/templates/{templateId}" },
    summary: "Delete a template",
    description: "Events that were made from it stay.",
    output: z.object({ templateId: z.string() }),
    example: { templateId: "{template}" },
  }),
  operation(getNewEventDefaults, {
    ...{ ...TAG, id: "getNewEventDefaults", method: "GET", path: "/new-event-defaults" },
    summary: "Get the defaults of new events",
    output: newEventDefaultsSchema,
    example: {},
  }),
  operation(setNewEventDefaults, {
    ...{ ...TAG, id: "setNewEventDefaults", method: "PUT", path: "/new-event-defaults" },
    ...{ summary: "Set the defaults of new events", revises: "getNewEventDefaults" },
    description: "Events that are there keep their settings.",
    output: newEventDefaultsSchema,
    example: { outflowPerMinute: 300, level: "sale", theme: null, language: "en" },
  }),
  operation(getNewEventSettings, {
    ...{ ...TAG, id: "getNewEventSettings", method: "GET", path: "/new-event-settings" },
    summary: "Get all settings of a new event",
    description: "What `createEvent` takes where a setting is left out.",
    output: newEventSettingsAnswer,
    example: {},
  }),
];
