import { db, type Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AwsType } from "@/lib/domain/domain-event/catalogue";
import type { Actor } from "./context";
import { doneBy, raiseAll } from "./raise";

/** What is raised here; of the others `passedNumbers` tells. */
type RaisedType = Exclude<AwsType, "aws.automatic_serving_counter_incr">;

/** What is told of each, about `{event}`. */
const SENTENCES: Readonly<Record<RaisedType, string>> = {
  "aws.token_generated": "A visitor was admitted to {event}",
  "aws.session_updated": "A session at {event} ended",
  "aws.waiting_room_metrics": "Figures of {event}",
};

/** Webhooks that are on and name the type, of customers whose AWS API is on. */
const naming = (type: AwsType) =>
  ({
    ...{ isOn: true, types: { has: type } },
    customer: { awsApi: { isOn: true } },
  }) as const satisfies Prisma.WebhookEndpointWhereInput;

/** Who wants to be told of a type, by the customer's id on the wire: the events, none for all of them. */
export type AwsSubscriptions = ReadonlyMap<string, readonly (readonly string[])[]>;

export async function readAwsSubscriptions(
  type: AwsType,
  client: Tx | ReturnType<typeof db> = db(),
): Promise<AwsSubscriptions> {
  const rows = await client.webhookEndpoint.findMany({
    where: naming(type),
    select: { eventIds: true, customer: { select: { wireId: true } } },
  });
  const found = new Map<string, readonly (readonly string[])[]>();
  for (const { eventIds, customer } of rows)
    found.set(customer.wireId, [...(found.get(customer.wireId) ?? []), eventIds]);
  return found;
}

/** Whether somebody wants to be told of an event; its ids are those on the wire. */
export function wantsAwsType(
  subscriptions: AwsSubscriptions,
  { customerId, eventId }: { readonly customerId: string; readonly eventId: string },
): boolean {
  const filters = subscriptions.get(customerId) ?? [];
  return filters.some((eventIds) => eventIds.length === 0 || eventIds.includes(eventId));
}

/** An event by its id in the database, its id on the wire, and whose it is. */
type Place = { readonly id: string; readonly wireId: string; readonly customerId: string };

/** Raises a type of the AWS API, once for each of these, where a webhook names it. Test copies raise nothing. */
export async function raiseForAws(
  tx: Tx,
  { id, wireId, customerId }: Place,
  happened: {
    readonly type: RaisedType;
    readonly actor: Actor;
    readonly data: readonly Prisma.InputJsonObject[];
  },
): Promise<void> {
  const { type, actor, data } = happened;
  if (data.length === 0) return;
  const ofEvent = { OR: [{ eventIds: { isEmpty: true } }, { eventIds: { has: wireId } }] };
  const where = { customerId, ...naming(type), ...ofEvent };
  if ((await tx.webhookEndpoint.findFirst({ where, select: { id: true } })) === null) return;
  const { name, testOf } = await tx.event.findUniqueOrThrow({
    where: { id },
    select: { name: true, testOf: true },
  });
  if (testOf !== null) return;
  const summary = SENTENCES[type].replace("{event}", () => name);
  const all = { type, event: { id: wireId, name }, by: doneBy(actor), summary };
  await raiseAll(
    tx,
    customerId,
    data.map((one) => ({ ...all, data: one })),
  );
}
