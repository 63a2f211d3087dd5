import { db, type Tx } from "@/lib/db/client";
import { topicsOfRoles } from "@/lib/domain/approval/approval";
import type { Role } from "@/lib/domain/permissions/roles";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { type Mail, sendMail, trySendMail } from "@/lib/platform/mail/send-mail";
import { answerableUser, type ServiceContext } from "@/lib/services/ground/context";
import { defineProvenVerb } from "@/lib/services/ground/define-verb";
import { ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { type MailedToken, newMailedToken } from "@/lib/services/ground/mailed-token";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { takeTry } from "@/lib/services/ground/throttle";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { requireGrantable } from "@/lib/services/people/membership/find-membership";
import { emailField } from "@/lib/services/people/user/schemas";
import { type InvitationView, toInvitationView } from "./list";
import { type CreateInvitationInput, createInvitationInput } from "./schemas";

const VALID_DAYS = 7;
const INVITATIONS_PER_DAY = 200;

/**
 * Invites somebody by e-mail to become a member. An earlier invitation of the same address is replaced.
 * Throws `forbidden` for a role above the caller's own, `conflict` for somebody who is a member already, `unavailable` when the e-mail cannot be sent.
 */
export const createInvitation = defineProvenVerb(
  "member:write",
  createInvitationInput,
  async (context, input) => {
    requireGrantable(context, input.role);
    const invited = await storeInvitation(context, input);
    await mailOrSay(invitationMail(context, invited).mail);
    return invited.invitation;
  },
);

/** What an invited person opens, and why no e-mail with it could be sent; null where one was. */
export type InvitationLink = { readonly address: string; readonly mailFailure: string | null };

/**
 * The same for whoever runs the installation, who hands the link over where no e-mail could be sent. Throws as
 * `createInvitation`, but not for that.
 */
export async function inviteByInstallation(
  context: ServiceContext,
  rawInput: CreateInvitationInput,
): Promise<InvitationLink> {
  requirePermission(context, "installation:manage");
  const invited = await storeInvitation(context, createInvitationInput.parse(rawInput));
  return sendLink(invitationMail(context, invited));
}

async function storeInvitation(context: ServiceContext, input: NewMember) {
  const { email } = input;
  await takeTry([
    {
      key: ["invitation", context.customer.id],
      triesMax: INVITATIONS_PER_DAY,
      windowSeconds: 24 * 60 * 60,
    },
  ]);
  const token = newMailedToken();
  const customerId = context.customer.id;
  const answer = await withTransaction(context, async (tx) => {
    // One after the other: each has to see, and replace, what the one before has written.
    await lockCustomer(tx, context);
    const member = await tx.membership.findFirst({ where: { customerId, user: { email } } });
    if (member !== null) {
      const reason = `${email} is already a member.`;
      throw new ServiceError("conflict", reason, { fields: { email: reason } });
    }
    const asked = await requireSecondPerson(tx, context, {
      verb: "invitation.create",
      subject: `${customerId}/${email}`,
      summary: `invite ${email} as ${input.role}`,
      input: { email, role: input.role },
      topics: topicsOfRoles(input.role),
    });
    if (asked !== null) return asked;
    await tx.invitation.deleteMany({ where: { customerId, email, acceptedAt: null } });
    return addInvitation(tx, context, { ...input, token });
  });
  return { ...input, token, invitation: unlessAsked(answer) };
}

type NewMember = { readonly email: string; readonly role: Role };
type TokenForMember = NewMember & { readonly token: MailedToken };

/** Stores an invitation in the transaction of what it belongs to; `mailInvitation` sends it afterwards. */
export async function addInvitation(
  tx: Tx,
  context: ServiceContext,
  { email, role, token }: TokenForMember,
): Promise<InvitationView> {
  const created = await tx.invitation.create({
    data: {
      ...newInvitation(email, token.hash),
      ...{ customerId: context.customer.id, role },
      invitedById: answerableUser(context),
    },
  });
  await recordAudit(tx, context, {
    verb: "invitation.create",
    subject: created.id,
    summary: `invited ${email} as ${role}`,
    details: { email, role },
  });
  return toInvitationView(created);
}

/** Sends an invitation that was stored; where that fails, the link is all the same good. */
export function mailInvitation(
  context: ServiceContext,
  invited: TokenForMember,
): Promise<InvitationLink> {
  return sendLink(invitationMail(context, invited));
}

type LinkMail = { readonly address: string; readonly mail: Mail };

function invitationMail({ actor, customer }: ServiceContext, invited: TokenForMember): LinkMail {
  const { email, role, token } = invited;
  const address = `${env.consoleUrl()}/invitation?token=${token.text}`;
  const text = [
    `${actor.name} invited you to ${customer.name} on Stanchion as ${role}.`,
    `Open this link within ${VALID_DAYS} days to accept:`,
    address,
  ].join("\n\n");
  const subject = `${actor.name} invited you to ${customer.name}`;
  return { address, mail: { to: email, subject, text } };
}

/**
 * Lets somebody found a customer while SIGN_UP is "invite", and returns the address to give them.
 * For the operator of the server. It concerns no customer, so no audit log has it.
 */
export async function inviteFounder(rawEmail: string): Promise<InvitationLink> {
  const email = emailField.parse(rawEmail);
  const token = newMailedToken();
  await db().invitation.create({ data: { ...newInvitation(email, token.hash), role: "owner" } });
  const address = `${env.consoleUrl()}/sign-up?invitation=${token.text}`;
  const text = `Open this link within ${VALID_DAYS} days to sign up:\n\n${address}`;
  return sendLink({ address, mail: { to: email, subject: "Your invitation to Stanchion", text } });
}

async function sendLink({ address, mail }: LinkMail): Promise<InvitationLink> {
  return { address, mailFailure: await trySendMail(mail) };
}

async function mailOrSay(mail: Mail): Promise<void> {
  try {
    await sendMail(mail);
  } catch (error) {
    const reason =
      "The e-mail could not be sent. Resend the invitation once the mail server is available.";
    throw new ServiceError("unavailable", reason, { cause: error });
  }
}

function newInvitation(email: string, tokenHash: string) {
  const expiresAt = new Date(Date.now() + VALID_DAYS * 24 * 60 * 60_000);
  return { id: newId("invitation"), email, tokenHash, expiresAt };
}
