import type { Tx } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { invalidField, ServiceError } from "@/lib/services/errors";
import { toSettingsInput } from "@/lib/services/event/event-view";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { lockCustomer } from "@/lib/services/lock-customer";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type SaveTemplateInput, saveTemplateInput } from "./schemas";
import { type EventTemplateView, NOT_IN_TEMPLATES, toTemplateView } from "./template-view";

const TEMPLATES_MAX = 100;

/**
 * Keeps the settings and the logo of an event as a template, as they are now. Throws `invalid` where a template has the
 * name, `limit_exceeded` beyond 100 of them.
 */
export async function saveTemplate(
  context: ServiceContext,
  rawInput: SaveTemplateInput,
): Promise<EventTemplateView> {
  requirePermission(context, "event:write");
  const { eventId, name } = saveTemplateInput.parse(rawInput);
  const customerId = context.customer.id;
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const event = await getEventOfCustomer(tx, context, eventId);
    await requireRoomFor(tx, customerId, name);
    const settings = Object.fromEntries(
      Object.entries(toSettingsInput(event)).filter(
        ([setting]) => !NOT_IN_TEMPLATES.includes(setting),
      ),
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
      summary: `kept the settings of ${event.name} as the template ${name}`,
      details: { eventId },
    });
    return toTemplateView(template);
  });
}

async function requireRoomFor(tx: Tx, customerId: string, name: string): Promise<void> {
  const held = await tx.eventTemplate.findMany({ where: { customerId }, select: { name: true } });
  if (held.some((one) => one.name === name)) {
    throw invalidField("name", `You already have a template called ${name}. Choose another name.`);
  }
  if (held.length < TEMPLATES_MAX) return;
  const reason = `There may be ${TEMPLATES_MAX} templates. Delete one first.`;
  throw new ServiceError("limit_exceeded", reason);
}
