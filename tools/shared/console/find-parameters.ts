import { db } from "@/lib/db/client";

/** What may stand in brackets in the path of a page. */
export const PARAMETERS = [
  ...(["eventId", "ruleId", "themeId", "listId", "version", "runId"] as const),
  ...(["rehearsalId", "operationId", "endpointId", "deliveryId"] as const),
];

/** What stands for `[name]` in the path of a page: one of each thing that the demo customer has. */
export async function findParameters(): Promise<
  Readonly<Record<(typeof PARAMETERS)[number], string>>
> {
  const ofDemo = { where: { customer: { wireId: "demo" } } } as const;
  const [rule, theme, list, publication, run, rehearsal, delivery] = await Promise.all([
    db().rule.findFirstOrThrow(ofDemo),
    db().theme.findFirstOrThrow(ofDemo),
    db().addressList.findFirstOrThrow(ofDemo),
    db().publication.findFirstOrThrow({ ...ofDemo, orderBy: { version: "desc" } }),
    db().run.findFirstOrThrow({ where: { event: ofDemo.where, endedAt: { not: null } } }),
    db().rehearsal.findFirstOrThrow(ofDemo),
    db().webhookDelivery.findFirstOrThrow({ where: { endpoint: ofDemo.where } }),
  ]);
  return {
    ...{ eventId: "demosale", ruleId: rule.id, themeId: theme.id, listId: list.id },
    ...{ version: `${publication.version}`, runId: run.id, rehearsalId: rehearsal.id },
    ...{ operationId: "setOutflow", endpointId: delivery.endpointId, deliveryId: `${delivery.id}` },
  };
}
