import type { Tx } from "@/lib/db/client";
import type { EventTemplate } from "@/lib/db/generated/client";
import { type SomeSettings, someSettings } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";

/** Settings from which events are made. Plain data. */
export type EventTemplateView = {
  readonly templateId: string;
  readonly name: string;
  readonly settings: SomeSettings;
  readonly createdAt: string;
};

/** Throws when the row holds settings that no verb writes. */
export function templateSettings({ settings }: Pick<EventTemplate, "settings">): SomeSettings {
  return someSettings.parse(settings);
}

export function toTemplateView(template: EventTemplate): EventTemplateView {
  return {
    templateId: template.id,
    name: template.name,
    settings: templateSettings(template),
    createdAt: template.createdAt.toISOString(),
  };
}

/** Throws `not_found` for a template of another customer. */
export async function getTemplateOfCustomer(
  tx: Tx,
  { customer }: ServiceContext,
  templateId: string,
): Promise<EventTemplate> {
  const template = await tx.eventTemplate.findUnique({ where: { id: templateId } });
  if (template === null || template.customerId !== customer.id) throw notFound("template");
  return template;
}
