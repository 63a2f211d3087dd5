import type { Db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { rulesOfCustomer } from "./find-rule";
import { toRule } from "./rule-view";

/** The names of the rules that lead to an event. */
export async function rulesNaming(
  database: Db,
  context: ServiceContext,
  { wireId }: Pick<Event, "wireId">,
): Promise<readonly string[]> {
  const rules = (await rulesOfCustomer(database, context)).map(toRule);
  return rules
    .filter(
      (rule) =>
        rule.actionType !== "Ignore" &&
        [rule.action.EventId, ...rule.action.InvolvedWaitingRoomIds].includes(wireId),
    )
    .map(({ name }) => name);
}
