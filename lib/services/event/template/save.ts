import type { Tx } from "@/lib/db/client";
import { mapSettings } from "@/lib/domain/event/settings/table";
import { newId } from "@/lib/platform/ids";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { invalidField, limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { saveTemplateInput } from "./schemas";
import { toTemplateView } from "./template-view";

const TEMPLATES_MAX = 100;

/**
 * Keeps the settings and the logo of an event as a template, as they are now. Throws `invalid` where a template has the
 * name, `limit_exceeded` beyond 100 of them.
 */
export const saveTemplate = defineChange(
  "event:write",
  saveTemplateInput,
  async (tx, context, { eventId, name }) => {
    const customerId = context.customer.id;
    await lockCustomer(tx, context);
    const event = await getEventOfCustomer(tx, context, eventId);
    await requireRoomFor(tx, customerId, name);
    const held = toSettingsInput(event);
    const settings = mapSettings(
      (name) => held[name],
      ({ isOutsideTemplates }) => !isOutsideTemplates,
    );
    const template = await tx.eventTemplate.create({
      data: {
        id: newId("eventTemplate"),
        customerId,
        name,
        settings: JSON.parse(JSON.stringify(settings)),
        logo: event.logo === null ? null : new Uint8Array(event.logo),
        logoContentType: event.logoContentType,
      },
    });
    await recordAudit(tx, context, {
      verb: "event-template.save",
      subject: template.id,
      summary: `saved the settings of ${event.name} as the template ${name}`,
      details: { eventId },
    });
    return toTemplateView(template);
  },
);

async function requireRoomFor(tx: Tx, customerId: string, name: string): Promise<void> {
  const held = await tx.eventTemplate.findMany({ where: { customerId }, select: { name: true } });
  if (held.some((one) => one.name === name)) {
    throw invalidField("name", `You already have a template called ${name}. Choose another name.`);
  }
  if (held.length < TEMPLATES_MAX) return;
  throw limitExceeded(`You can have up to ${TEMPLATES_MAX} templates. Delete one first.`);
}
