import { addEvent } from "@/lib/services/event/manage/add-event";
import { newEventSettings } from "@/lib/services/event/new-event/settings";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { eventSettingsInput } from "@/lib/services/event/settings/schemas";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createFromTemplateInput } from "./schemas";
import { getTemplateOfCustomer, templateSettings } from "./template-view";

/** Makes an event with the settings and logo of a template, but for what is given. Throws what `createEvent` throws. */
export const createFromTemplate = defineChange(
  "event:write",
  createFromTemplateInput,
  async (tx, context, { templateId, eventId, ...given }) => {
    const template = await getTemplateOfCustomer(tx, context, templateId);
    const settings = eventSettingsInput.parse({
      // A template that is older than a setting does not have it.
      ...(await newEventSettings(tx, context)),
      ...templateSettings(template),
      ...given,
    });
    const event = await addEvent(tx, context, { eventId, settings, logo: template });
    await recordAudit(tx, context, {
      verb: "event.create",
      subject: event.id,
      summary: `created the event ${event.name} from the template ${template.name}`,
      details: { eventId, template: template.name, settings },
    });
    return toEventView(event);
  },
);
