import type { Db } from "@/lib/db/client";
import type { Prisma, Secret } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";

/**
 * `staged`: has never signed. `active`: signs queue tokens. `accepted`: has signed before, and the
 * waiting room still accepts what it signed.
 */
export type SecretState = "staged" | "active" | "accepted";

/** A secret as screens and API show it: never its text. */
export type SecretView = {
  readonly id: string;
  /** Its last four characters. */
  readonly hint: string;
  /** The id by which connectors say that they hold it; null until the worker has given an old one its id. */
  readonly keyId: string | null;
  readonly state: SecretState;
  /** The event that it signs for; null for all that have no secret of their own. */
  readonly event: { readonly eventId: string; readonly name: string } | null;
  readonly isActive: boolean;
  readonly isRevealed: boolean;
  readonly createdAt: string;
};

/** What a view needs besides the row. */
export const WITH_EVENT = {
  event: { select: { wireId: true, name: true } },
} as const satisfies Prisma.SecretInclude;

export type SecretWithEvent = Prisma.SecretGetPayload<{ include: typeof WITH_EVENT }>;

export function toSecretView(row: SecretWithEvent): SecretView {
  return {
    id: row.id,
    hint: row.hint,
    keyId: row.keyId,
    state: stateOf(row),
    event: row.event && { eventId: row.event.wireId, name: row.event.name },
    isActive: row.active,
    isRevealed: row.revealedAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

function stateOf({ active, activatedAt }: Pick<Secret, "active" | "activatedAt">): SecretState {
  if (active) return "active";
  return activatedAt === null ? "staged" : "accepted";
}

/** What a secret signs for, as the end of a sentence. */
export function scopeOf({ event }: SecretWithEvent): string {
  return event === null ? "" : ` for ${event.name}`;
}

/** What a secret's sealed text is bound to, so that it cannot be moved to another customer's row. */
export function secretSealContext(customerWireId: string): string {
  return `secret:${customerWireId}`;
}

/** Loads a secret of the caller's customer. Throws `not_found` for all others. */
export async function getSecretOfCustomer(
  database: Db,
  context: ServiceContext,
  secretId: string,
): Promise<SecretWithEvent> {
  const row = await database.secret.findFirst({
    where: { id: secretId, customerId: context.customer.id },
    include: WITH_EVENT,
  });
  if (row === null) throw notFound("secret");
  return row;
}
