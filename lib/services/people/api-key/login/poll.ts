import { db } from "@/lib/db/client";
import type { LoginRequest } from "@/lib/db/generated/client";
import { PERMISSIONS, permissionsOfRole } from "@/lib/domain/permissions/roles";
import { sourceOf } from "@/lib/services/ground/act-source";
import { CONTEXT_CUSTOMER, type ServiceContext } from "@/lib/services/ground/context";
import { type Asker, defineOpenVerb } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import type { ApiKeyView } from "@/lib/services/people/api-key/api-key-view";
import { creationOf, makeApiKey } from "@/lib/services/people/api-key/create";
import { pollLoginInput } from "./schemas";
import { hashDeviceCode } from "./start";

/** What a program waits longer after it has asked too soon. */
const SLOWER_SECONDS = 5;
const INTERVAL_MAX_SECONDS = 60;
/** By so much an answer may be faster on its way than the one before. */
const EARLY_MS = 500;

/** How a program's request for a key stands, in the words of RFC 8628. */
export type LoginOutcome =
  | { readonly status: "authorization_pending" | "slow_down"; readonly interval: number }
  | { readonly status: "access_denied" | "expired_token" }
  | {
      readonly status: "approved";
      readonly customerId: string;
      readonly customerName: string;
      readonly apiKey: ApiKeyView & { readonly text: string };
    };

/**
 * Tells a program whether a person has approved its request. The key is made as it is handed over, once, and is one of the
 * person's making: if they may not make it any more, the program is refused.
 */
export const pollLogin = defineOpenVerb(
  pollLoginInput,
  async (asker, { deviceCode }): Promise<LoginOutcome> => {
    const deviceHash = hashDeviceCode(deviceCode);
    const row = await db().loginRequest.findUnique({ where: { deviceHash } });
    if (row === null || row.expiresAt <= new Date()) return { status: "expired_token" };
    if (row.isRefused) return { status: "access_denied" };
    const interval = await notePoll(row);
    if (interval !== null) return { status: "slow_down", interval };
    if (row.membershipId !== null) return handOver(row, row.membershipId, asker);
    return { status: "authorization_pending", interval: row.intervalSeconds };
  },
);

/** Null where the program has waited as long as it was told, else for how long it has to from now on. */
async function notePoll({ deviceHash, intervalSeconds }: LoginRequest): Promise<number | null> {
  const now = Date.now();
  const due = new Date(now - intervalSeconds * 1_000 + EARLY_MS);
  const { count } = await db().loginRequest.updateMany({
    where: { deviceHash, OR: [{ polledAt: null }, { polledAt: { lte: due } }] },
    data: { polledAt: new Date(now) },
  });
  if (count === 1) return null;
  const interval = Math.min(INTERVAL_MAX_SECONDS, intervalSeconds + SLOWER_SECONDS);
  const data = { intervalSeconds: interval };
  await db().loginRequest.updateMany({ where: { deviceHash }, data });
  return interval;
}

async function handOver(
  row: LoginRequest,
  membershipId: string,
  { address }: Asker,
): Promise<LoginOutcome> {
  const { deviceHash, name, validDays } = row;
  return withAnonymousTransaction(async (tx) => {
    const { count } = await tx.loginRequest.deleteMany({ where: { deviceHash, membershipId } });
    if (count === 0) return { status: "expired_token" };
    const membership = await tx.membership.findUnique({
      where: { id: membershipId },
      include: { user: true, customer: { select: CONTEXT_CUSTOMER } },
    });
    if (membership === null) return { status: "access_denied" };
    const { user, customer, role } = membership;
    const context: ServiceContext = {
      customer,
      actor: { type: "user", id: user.id, name: user.name },
      permissions: permissionsOfRole(role),
      source: sourceOf({ sessionId: null, address }),
    };
    const permissions = PERMISSIONS.filter((one) => row.permissions.includes(one));
    const isLost = ["api-key:write" as const, ...permissions].some(
      (one) => !context.permissions.has(one),
    );
    if (isLost) return { status: "access_denied" };
    const key = { name, scopes: ["api" as const], permissions, eventIds: [], validDays };
    const apiKey = await makeApiKey(tx, context, key);
    await recordAudit(tx, context, creationOf(apiKey));
    const { wireId: customerId, name: customerName } = customer;
    return { status: "approved", customerId, customerName, apiKey };
  });
}
