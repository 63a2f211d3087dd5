import type { Tx } from "@/lib/db/client";
import type { Customer } from "@/lib/db/generated/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { raise } from "@/lib/services/ground/raise";

const DAY_MS = 24 * 60 * 60_000;
/** What an owner has not used for so long is new again. */
const KNOWN_MS = 90 * DAY_MS;

type Device = { readonly browser: string; readonly network: string; readonly method: string };
type Known = { readonly browser: string | null; readonly network: string | null };

/**
 * Raises that an owner signs in with a browser or from a network that the audit log does not know of them, at each customer
 * that `isOpened` names. The first sign-in of a new member is no news. Call it before the sign-in stands in the log.
 */
export async function raiseNewDevice(
  tx: Tx,
  user: { readonly id: string; readonly name: string },
  { browser, network, method }: Device,
  isOpened: (customer: Customer, role: Role) => boolean,
): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId: user.id, role: "owner" },
    include: { customer: true },
  });
  for (const { customer, role, createdAt } of memberships) {
    if (!isOpened(customer, role)) continue;
    const known = await knownOf(tx, customer.id, user.id);
    const isKnown =
      known.some((one) => one.browser === browser) && known.some((one) => one.network === network);
    const isFirst = known.length === 0 && Date.now() - createdAt.getTime() < DAY_MS;
    if (isFirst || isKnown) continue;
    await raise(tx, customer.id, {
      ...{ type: "owner.new_device", event: null },
      by: { type: "person", name: user.name, id: user.id },
      summary: `${user.name} signed in from a new device: ${browser}`,
      data: { browser, method },
    });
  }
}

function knownOf(tx: Tx, customerId: string, userId: string): Promise<Known[]> {
  return tx.$queryRaw<Known[]>`
    SELECT DISTINCT "details" ->> 'browser' AS "browser", "details" -> 'request' ->> 'network' AS "network"
    FROM "AuditEntry"
    WHERE "customerId" = ${customerId} AND "at" > ${new Date(Date.now() - KNOWN_MS)}::timestamp
      AND "verb" = 'user.sign-in' AND "subject" = ${userId}`;
}
