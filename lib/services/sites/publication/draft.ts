import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import type { Publication } from "@/lib/db/generated/client";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { canonicalJson } from "@/lib/domain/integration-config/canonical-json";
import type { Integration, IntegrationConfig } from "@/lib/domain/integration-config/model";
import type { PublishedRules } from "@/lib/domain/integration-config/rule-differences";
import { env } from "@/lib/platform/env";
import type { ServiceContext } from "@/lib/services/ground/context";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { rulesOfCustomer } from "@/lib/services/sites/rule/find-rule";
import { toRule } from "@/lib/services/sites/rule/rule-view";

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
    select: { wireId: true, settings: true },
  });
  const acting = rules.flatMap((rule) =>
    rule.actionType === "Ignore" ? [] : { Name: rule.name, ...rule.action },
  );
  requireEvents(acting, new Set(events.map(({ wireId }) => wireId)));
  const config = buildIntegrationConfig({
    customer: { customerId: context.customer.wireId, name: context.customer.name },
    rules,
    events: events.map(({ wireId, ...row }) => ({
      eventId: wireId,
      ...settingsOf(row, "sessionMinutes", "sessionMode"),
    })),
    ...next,
    queueDomain: env.queueDomain(),
  });
  return { config, alwaysWaitRules: alwaysWaitRulesOf(rules) };
}

/** Throws `precondition_failed` when a published rule names an event that is gone. */
export async function refuseLostEvents(
  database: Db,
  context: ServiceContext,
  rules: readonly Integration[],
): Promise<void> {
  const events = await database.event.findMany({
    where: { customerId: context.customer.id },
    select: { wireId: true },
  });
  requireEvents(rules, new Set(events.map(({ wireId }) => wireId)));
}

/** Names what would be published, whatever its version and date. */
export function digestOf({ config, alwaysWaitRules }: PublishedRules): string {
  const said = canonicalJson({ rules: config.Integrations, alwaysWaitRules });
  return createHash("sha256").update(said).digest("base64url");
}

type NamingEvents = Pick<Integration, "Name" | "EventId" | "InvolvedWaitingRoomIds">;

function requireEvents(rules: readonly NamingEvents[], existing: ReadonlySet<string>): void {
  for (const { Name, EventId, InvolvedWaitingRoomIds = [] } of rules) {
    const named = EventId === null ? [] : [EventId, ...InvolvedWaitingRoomIds];
    if (named.every((id) => existing.has(id))) continue;
    throw preconditionFailed(
      `Rule ${Name} uses a deleted event. Choose another event or delete the rule.`,
    );
  }
}
