import { db, type Tx } from "@/lib/db/client";
import type { LoginRequest } from "@/lib/db/generated/client";
import { formatUserCode } from "@/lib/domain/api-key/user-code";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import type { Permission, ServiceContext } from "@/lib/services/ground/context";
import { defineProvenVerb, defineVerb } from "@/lib/services/ground/define-verb";
import { forbidden, invalidField } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { takeBackTry, takeTry } from "@/lib/services/ground/throttle";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { requireOwnPermissions } from "@/lib/services/people/api-key/create";
import { userCodeInput } from "./schemas";

/** Wrong codes of one person. */
const GUESSES_MAX = 10;
const WINDOW_SECONDS = 10 * 60;

/** What a person sees of a program before they decide. */
export type LoginRequestView = {
  /** As it stands on the terminal. */
  readonly userCode: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Those that the person cannot give. */
  readonly lacking: readonly Permission[];
  /** Until when the key would be valid. */
  readonly keyExpiresAt: string;
  /** From where it asked; "" where that is not known. */
  readonly network: string;
  /** When the code ends. */
  readonly expiresAt: string;
};

/** The program that shows a code on its terminal. Throws `invalid` for a code that nothing waits with; few may be wrong. */
export const findLoginRequest = defineVerb(
  "api-key:write",
  userCodeInput,
  async (context, { userCode }): Promise<LoginRequestView> => {
    const row = await findByCode(context, userCode);
    const permissions = permissionsOf(row);
    return {
      ...{ userCode: formatUserCode(userCode), name: row.name, permissions },
      lacking: permissions.filter((one) => !context.permissions.has(one)),
      keyExpiresAt: new Date(Date.now() + row.validDays * 24 * 3_600_000).toISOString(),
      ...{ network: row.network, expiresAt: row.expiresAt.toISOString() },
    };
  },
);

/** Lets a program have its key, once, in the caller's name. Throws `forbidden` for what the caller may not do themselves. */
export const approveLogin = defineProvenVerb(
  "api-key:write",
  userCodeInput,
  async (context, { userCode }): Promise<void> => {
    const row = await findByCode(context, userCode);
    requireOwnPermissions(context, permissionsOf(row));
    await withTransaction(context, async (tx) => {
      const [userId, customerId] = [context.actor.id, context.customer.id];
      const membership = await tx.membership.findUnique({
        where: { userId_customerId: { userId, customerId } },
      });
      if (membership === null) throw forbidden("Only members can approve a sign-in.");
      await decide(tx, userCode, { membershipId: membership.id });
      await note(tx, context, row, "approve");
    });
  },
);

/** Refuses a program its key. */
export const refuseLogin = defineVerb(
  "api-key:write",
  userCodeInput,
  async (context, { userCode }): Promise<void> => {
    const row = await findByCode(context, userCode);
    await withTransaction(context, async (tx) => {
      await decide(tx, userCode, { isRefused: true });
      await note(tx, context, row, "refuse");
    });
  },
);

const permissionsOf = ({ permissions }: LoginRequest) =>
  PERMISSIONS.filter((one) => permissions.includes(one));

const undecided = (userCode: string) => ({
  ...{ userCode, membershipId: null, isRefused: false },
  expiresAt: { gt: new Date() },
});

/** Counts the code as a guess before it looks, and takes that back where it is right. */
async function findByCode({ actor }: ServiceContext, userCode: string): Promise<LoginRequest> {
  const key = ["login-code", actor.id];
  await takeTry([{ key, triesMax: GUESSES_MAX, windowSeconds: WINDOW_SECONDS }]);
  const row = await db().loginRequest.findFirst({ where: undecided(userCode) });
  if (row === null) throw noSuchCode();
  await takeBackTry(key);
  return row;
}

/** Throws where somebody else was faster. */
async function decide(
  tx: Tx,
  userCode: string,
  data: { readonly membershipId: string } | { readonly isRefused: true },
): Promise<void> {
  const { count } = await tx.loginRequest.updateMany({ where: undecided(userCode), data });
  if (count === 0) throw noSuchCode();
}

const noSuchCode = () =>
  invalidField("userCode", "No program is waiting with this code. Check it, or start over.");

async function note(
  tx: Tx,
  context: ServiceContext,
  { name, permissions, validDays, network }: LoginRequest,
  decision: "approve" | "refuse",
): Promise<void> {
  const did = decision === "approve" ? "approved" : "refused";
  await recordAudit(tx, context, {
    verb: `api-key.${decision}-login`,
    subject: context.customer.id,
    summary: `${did} the sign-in of ${name}`,
    details: { permissions, validDays, network },
  });
}
