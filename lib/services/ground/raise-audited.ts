import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import { type Told, toldOf } from "@/lib/domain/domain-event/from-audit";
import type { Actor } from "./context";
import { doneBy, raise } from "./raise";

type Audited = {
  readonly customerId: string;
  readonly actor: Actor;
  readonly verb: string;
  readonly subject: string;
  readonly summary: string;
  readonly details: Prisma.InputJsonObject;
};

/** Raises what an entry of the audit log tells the outside, if it does. */
export async function raiseAudited(tx: Tx, audited: Audited): Promise<void> {
  const told = toldOf(audited.verb, audited.subject, audited.details);
  if (told === null) return;
  const { customerId, actor, summary } = audited;
  const by = doneBy(actor);
  for (const event of await placesOf(tx, audited, told)) {
    await raise(tx, customerId, { ...withoutUndefined(told), event, by, summary });
  }
}

type Place = { readonly id: string; readonly name: string } | null;

/** Where it happened: at the customer, at the event that was its subject, or at each of those that the details name. */
async function placesOf(
  tx: Tx,
  { customerId, subject, details }: Audited,
  { type }: Told,
): Promise<readonly Place[]> {
  if (DOMAIN_EVENTS[type].scope === "customer") return [null];
  const named = Array.isArray(details["events"]) ? details["events"].filter(isText) : [];
  const rows = await tx.event.findMany({
    where: {
      customerId,
      // Nobody waits at a test copy.
      testOf: null,
      ...(subject === customerId ? { wireId: { in: named } } : { id: subject }),
    },
    select: { wireId: true, name: true },
  });
  // Of a deleted event, the id that it had.
  const { eventId } = details;
  const idOf = (wireId: string) => (isText(eventId) && subject !== customerId ? eventId : wireId);
  return rows.map(({ wireId, name }) => ({ id: idOf(wireId), name }));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** As JSON has it: what a detail does not say is null. */
function withoutUndefined({ type, data }: Told): Pick<Told, "type"> & {
  readonly data: Prisma.InputJsonObject;
} {
  return { type, data: JSON.parse(JSON.stringify(data)) as Prisma.InputJsonObject };
}
