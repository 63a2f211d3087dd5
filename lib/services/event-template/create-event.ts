import type { ServiceContext } from "@/lib/services/context";
import { addEvent } from "@/lib/services/event/add-event";
import { type EventView, toEventView } from "@/lib/services/event/event-view";
import { eventSettingsInput } from "@/lib/services/event/schemas";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type CreateFromTemplateInput, createFromTemplateInput } from "./schemas";
import { getTemplateOfCustomer, templateSettings } from "./template-view";

/** Makes an event with the settings and logo of a template, but for what is given. Throws what `createEvent` throws. */
export async function createFromTemplate(
  context: ServiceContext,
  rawInput: CreateFromTemplateInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { templateId, eventId, ...given } = createFromTemplateInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const template = await getTemplateOfCustomer(tx, context, templateId);
    const settings = eventSettingsInput.parse({
      startLocal: null,
      endLocal: null,
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
  });
}
