import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { rulesOfCustomer } from "./find-rule";
import { type ListedRule, toListedRules } from "./rule-view";

/** All rules of the customer, in the order in which connectors try them. */
export const listRules = defineVerb(
  "rule:read",
  noInput,
  async (context): Promise<readonly ListedRule[]> => {
    return toListedRules(await rulesOfCustomer(db(), context));
  },
);
