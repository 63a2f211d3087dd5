import type { Db } from "@/lib/db/client";
import type { Publication } from "@/lib/db/generated/client";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import type { CancelAction, IntegrationConfig } from "@/lib/domain/integration-config/model";
import { env } from "@/lib/platform/env";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { rulesOfCustomer } from "@/lib/services/rule/find-rule";
import { toRule } from "@/lib/services/rule/rule-view";

/** The newest publication of the customer; null before the first. */
export async function latestPublication(
  database: Db,
  context: ServiceContext,
): Promise<Publication | null> {
  return database.publication.findFirst({
    where: { customerId: context.customer.id },
    orderBy: { version: "desc" },
  });
}

/**
 * Builds what would be published now. Throws `precondition_failed` when a rule names an
 * event that is gone.
 */
export async function buildDraft(
  database: Db,
  context: ServiceContext,
  next: { readonly version: number; readonly publishDate: Date },
): Promise<{ config: IntegrationConfig; alwaysWaitRules: string[] }> {
  const rules = (await rulesOfCustomer(database, context)).map(toRule);
  const events = await database.event.findMany({
    where: { customerId: context.customer.id, testOf: null },
    select: { wireId: true, sessionMinutes: true, sessionMode: true },
  });
  const eventIds = new Set(events.map(({ wireId }) => wireId));
  const lost = rules.find(
    (rule) =>
      rule.actionType !== "Ignore" && !eventsOf(rule.action).every((id) => eventIds.has(id)),
  );
  if (lost !== undefined) {
    throw new ServiceError(
      "precondition_failed",
      `An event of the rule ${lost.name} no longer exists. Choose another or delete the rule.`,
    );
  }
  const config = buildIntegrationConfig({
    customer: { customerId: context.customer.wireId, name: context.customer.name },
    rules,
    events: events.map(({ wireId, ...session }) => ({ eventId: wireId, ...session })),
    ...next,
    queueDomain: env.queueDomain(),
  });
  return { config, alwaysWaitRules: alwaysWaitRulesOf(rules) };
}

function eventsOf({ EventId, InvolvedWaitingRoomIds }: CancelAction): string[] {
  return [EventId, ...InvolvedWaitingRoomIds];
}
