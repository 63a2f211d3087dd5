import type { Tx } from "@/lib/db/client";
import type { Rule as RuleRow } from "@/lib/db/generated/client";
import type { Rule } from "@/lib/domain/integration-config/model";
import { readRules } from "@/lib/domain/integration-config/read-rules";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { notFound, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireOwnEvent, rulesOfCustomer } from "@/lib/services/sites/rule/find-rule";
import { toListedRules, toRule, toRuleColumns } from "@/lib/services/sites/rule/rule-view";
import { storedRules } from "./publication-view";
import { publicationInput } from "./schemas";

/**
 * Makes the rules of the console those of a published version again; what was changed since is lost, and the audit log
 * keeps it. Rules that keep their name keep their id. Throws `precondition_failed` when an event or a lane of the
 * version is gone.
 */
export const restoreRules = defineChange(
  "rule:write",
  publicationInput,
  async (tx, context, { version }) => {
    await lockCustomer(tx, context);
    const publication = await tx.publication.findUnique({
      where: { customerId_version: { customerId: context.customer.id, version } },
    });
    if (publication === null) throw notFound("publication");
    const rules = readRules(storedRules(publication));
    for (const rule of rules) await requireUsable(tx, context, rule);
    const before = await rulesOfCustomer(tx, context);
    await replaceRules(tx, context, before, rules);
    await recordAudit(tx, context, {
      verb: "rule.restore",
      subject: context.customer.id,
      summary: `reset the rules to version ${version}`,
      details: { version, before: before.map((row) => toRuleColumns(toRule(row))) },
    });
    return toListedRules(await rulesOfCustomer(tx, context));
  },
);

async function requireUsable(tx: Tx, context: ServiceContext, rule: Rule): Promise<void> {
  try {
    await requireOwnEvent(tx, context, rule);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "invalid")) throw error;
    throw preconditionFailed(`Rule ${rule.name}: ${error.message}`);
  }
}

async function replaceRules(
  tx: Tx,
  { customer }: ServiceContext,
  before: readonly RuleRow[],
  rules: readonly Rule[],
): Promise<void> {
  const ids = new Map(before.map(({ name, id }) => [name, id]));
  const names = new Set(rules.map(({ name }) => name));
  await tx.rule.deleteMany({
    where: { customerId: customer.id, name: { notIn: [...names] } },
  });
  for (const [index, rule] of rules.entries()) {
    const columns = { position: index + 1, ...toRuleColumns(rule) };
    const id = ids.get(rule.name);
    if (id !== undefined) await tx.rule.update({ where: { id }, data: columns });
    else await tx.rule.create({ data: { id: newId("rule"), customerId: customer.id, ...columns } });
  }
}
