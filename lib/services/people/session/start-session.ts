import { db, type Tx } from "@/lib/db/client";
import type { Customer } from "@/lib/db/generated/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import {
  isStrong,
  lackOf,
  readSignInRule,
  type SessionProof,
  type SignInMethod,
} from "@/lib/domain/sign-in/methods";
import { newId } from "@/lib/platform/ids";
import { type ActSource, sourceOf } from "@/lib/services/ground/act-source";
import { forbidden } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { nameBrowser } from "./inner/name-browser";
import { raiseNewDevice } from "./inner/raise-new-device";
import { reaches } from "./reach";
import { oldestValid } from "./session-limits";

/**
 * Makes the session of a user who has shown who they are, and answers its id. Throws `forbidden` where only the
 * password was shown and the user has a second factor: no way into the console can forget to ask for it. The audit logs
 * of the customers that it opens say so.
 */
export async function startSession(input: {
  readonly user: { readonly id: string; readonly name: string };
  readonly userAgent: string;
  readonly address: string;
  /** What was shown. */
  readonly method?: SignInMethod;
  /** The customer whose single sign-on vouched for them. */
  readonly ssoCustomerId?: string;
  /** When they proved who they are, where that was not now; null where nobody says so. */
  readonly provenAt?: Date | null;
}): Promise<string> {
  const { user, address, method = "password", ssoCustomerId = null } = input;
  const { provenAt = new Date() } = input;
  const id = newId("session");
  const browser = nameBrowser(input.userAgent);
  await withAnonymousTransaction(async (tx) => {
    if (method === "password" && hasSecondFactor(await readFactors(tx, user.id))) {
      throw forbidden("This account requires its second factor.");
    }
    const proof = { method, isStrong: isStrong(method), ssoCustomerId, provenAt };
    await tx.session.create({ data: { id, userId: user.id, browser, address, ...proof } });
    const record = {
      verb: "user.sign-in",
      summary: `signed in with ${browser}`,
      details: { browser, method },
      source: sourceOf({ sessionId: id, address }),
    } as const;
    const isOpen = (customer: Customer, role: Role) => isOpened(proof, customer, role);
    const device = { browser, network: record.source.network, method };
    await raiseNewDevice(tx, user, device, isOpen);
    await auditUser(tx, user, record, isOpen);
    if (ssoCustomerId === null) await auditBypass(tx, user, record.source);
  });
  const { createdAt, lastSeenAt } = oldestValid(new Date());
  await db().session.deleteMany({
    where: {
      userId: user.id,
      OR: [{ createdAt: { lte: createdAt } }, { lastSeenAt: { lte: lastSeenAt } }],
    },
  });
  reportSecurityEvent({
    event: "sign-in.succeeded",
    userId: user.id,
    sessionId: id,
    from: address,
  });
  return id;
}

/** Whether a session opens a customer: whose log has it then, and no other customer's. */
function isOpened(session: SessionProof, { id, signInRule }: Customer, role: Role): boolean {
  const rule = { id, signInRule: readSignInRule(signInRule), isOwner: role === "owner" };
  return reaches(session.ssoCustomerId, id) && lackOf(session, rule) === null;
}

/** Owners who come without the single sign-on that their customer asks for do so in the sight of the others. */
async function auditBypass(
  tx: Tx,
  user: { id: string; name: string },
  source: ActSource,
): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId: user.id, role: "owner", customer: { signInRule: "single-sign-on" } },
    include: { customer: true },
  });
  for (const { customer, role } of memberships) {
    const actor = { type: "user", id: user.id, name: user.name } as const;
    const context = { customer, actor, permissions: permissionsOfRole(role) };
    await recordAudit(tx, context, {
      verb: "single-sign-on.bypass",
      subject: user.id,
      summary: "signed in without single sign-on, as owners can",
      source,
    });
  }
}
