import type { Db, Tx } from "@/lib/db/client";
import type { Rule as RuleRow } from "@/lib/db/generated/client";
import type { Rule } from "@/lib/domain/integration-config/model";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField, notFound, ServiceError } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/** Loads a rule of the caller's customer. Throws `not_found` for all others. */
export async function getRuleOfCustomer(
  database: Db,
  context: ServiceContext,
  ruleId: string,
): Promise<RuleRow> {
  const rule = await database.rule.findFirst({
    where: { id: ruleId, customerId: context.customer.id },
  });
  if (rule === null) throw notFound("rule");
  return rule;
}

/** All rules of the customer, in the order in which connectors try them. */
export async function rulesOfCustomer(
  database: Db,
  context: ServiceContext,
): Promise<readonly RuleRow[]> {
  return database.rule.findMany({
    where: { customerId: context.customer.id },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}

/** Throws `invalid` when the rule names an event that the customer does not have, or a lane that the event has not. */
export async function requireOwnEvent(tx: Tx, context: ServiceContext, rule: Rule): Promise<void> {
  if (rule.actionType === "Ignore") return;
  const { EventId, InvolvedWaitingRoomIds } = rule.action;
  const events = await tx.event.findMany({
    where: {
      customerId: context.customer.id,
      testOf: null,
      wireId: { in: [EventId, ...InvolvedWaitingRoomIds] },
    },
    select: { wireId: true, settings: true },
  });
  const own = new Set(events.map(({ wireId }) => wireId));
  const refuse = (field: string, id: string) =>
    invalidField(`action.${field}`, `You have no event with the ID ${id}.`);
  if (!own.has(EventId)) throw refuse("EventId", EventId);
  const stranger = InvolvedWaitingRoomIds.find((id) => !own.has(id));
  if (stranger !== undefined) throw refuse("InvolvedWaitingRoomIds", stranger);
  if (rule.actionType !== "Queue" || rule.lane === null) return;
  const event = events.find(({ wireId }) => wireId === EventId);
  const lanes = event && settingsOf(event, "lanes").lanes.lanes;
  if (lanes?.some(({ key }) => key === rule.lane)) return;
  throw invalidField("lane", `The event ${EventId} has no lane with the key ${rule.lane}.`);
}

/**
 * Throws `conflict` when another rule has the name: it is what connectors report about a redirect,
 * and by which published and unpublished rules are compared.
 */
export async function requireFreeName(
  tx: Tx,
  context: ServiceContext,
  rule: { readonly name: string; readonly exceptId?: string },
): Promise<void> {
  const other = await tx.rule.findFirst({
    where: {
      customerId: context.customer.id,
      name: rule.name,
      ...(rule.exceptId === undefined ? {} : { id: { not: rule.exceptId } }),
    },
    select: { id: true },
  });
  if (other === null) return;
  const reason = `You already have a rule called ${rule.name}. Choose another name.`;
  throw new ServiceError("conflict", reason, { fields: { name: reason } });
}
