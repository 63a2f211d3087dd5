import { db } from "@/lib/db/client";
import {
  type RuleDifference,
  ruleDifferences,
} from "@/lib/domain/integration-config/rule-differences";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { storedRules } from "./publication-view";
import { type ComparisonInput, comparisonInput } from "./schemas";

/** What a version says differently from another one, rule by rule. Throws `not_found` when there is no such version. */
export async function comparePublications(
  context: ServiceContext,
  rawInput: ComparisonInput,
): Promise<readonly RuleDifference[]> {
  requirePermission(context, "publication:read");
  const { version, against } = comparisonInput.parse(rawInput);
  const rows = await db().publication.findMany({
    where: { customerId: context.customer.id, version: { in: [version, against] } },
  });
  const rulesOf = (wanted: number) => {
    const row = rows.find((one) => one.version === wanted);
    if (row === undefined) throw notFound("publication");
    return storedRules(row);
  };
  return ruleDifferences(against === 0 ? null : rulesOf(against), rulesOf(version));
}
