import { db } from "@/lib/db/client";
import { ruleDifferences } from "@/lib/domain/integration-config/rule-differences";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { storedRules } from "./publication-view";
import { comparisonInput } from "./schemas";

/** What a version says differently from another one, rule by rule. Throws `not_found` when there is no such version. */
export const comparePublications = defineVerb(
  "publication:read",
  comparisonInput,
  async (context, { version, against }) => {
    const rows = await db().publication.findMany({
      where: { customerId: context.customer.id, version: { in: [version, against] } },
    });
    const rulesOf = (wanted: number) => {
      const row = rows.find((one) => one.version === wanted);
      if (row === undefined) throw notFound("publication");
      return storedRules(row);
    };
    return ruleDifferences(against === 0 ? null : rulesOf(against), rulesOf(version));
  },
);
