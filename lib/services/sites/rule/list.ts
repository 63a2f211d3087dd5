import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { rulesOfCustomer } from "./find-rule";
import { type ListedRule, toListedRules } from "./rule-view";

/** All rules of the customer, in the order in which connectors try them. */
export async function listRules(context: ServiceContext): Promise<readonly ListedRule[]> {
  requirePermission(context, "rule:read");
  return toListedRules(await rulesOfCustomer(db(), context));
}
