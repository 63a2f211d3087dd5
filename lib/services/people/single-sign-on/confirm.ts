import { z } from "zod";
import { db } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { forbidden, preconditionFailed, type ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import {
  challengeTokenField,
  issueChallenge,
  readChallenge,
  takeChallenge,
} from "@/lib/services/people/factor/challenge";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import type { ProviderOfCustomer } from "./inner/client";
import { admit, type Person, rightOf } from "./inner/join";
import { isProvenAddress, provenDomains } from "./provider";

const VALID_MINUTES = 60;
const HOUR_SECONDS = 60 * 60;

export const confirmSingleSignOnInput = z.strictObject({ token: challengeTokenField });
export type ConfirmSingleSignOnInput = z.input<typeof confirmSingleSignOnInput>;

const linkData = z.object({
  customerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
});

/** What whoever holds a mailed link agrees to. */
export type LinkView = {
  readonly email: string;
  readonly issuer: string;
  readonly customerName: string;
  /** On the wire: what they write to sign in. */
  readonly customerId: string;
};

/**
 * Asks an address by e-mail whether it wants to come into the customer through its provider. Throws `limit_exceeded`
 * after three e-mails to an address within an hour, or 200 of a customer within a day.
 */
export async function sendConfirmation(
  { customerId, issuer }: ProviderOfCustomer,
  person: Person,
): Promise<void> {
  const { email } = person;
  const customer = await db().customer.findUniqueOrThrow({ where: { id: customerId } });
  await takeTry([
    { key: ["single-sign-on-link", email], triesMax: 3, windowSeconds: HOUR_SECONDS },
    { key: ["single-sign-on-links", customerId], triesMax: 200, windowSeconds: 24 * HOUR_SECONDS },
  ]);
  const token = await issueChallenge({
    purpose: "single-sign-on-link",
    userId: null,
    data: { customerId, issuer, ...person },
    validMinutes: VALID_MINUTES,
  });
  await sendMail({
    to: email,
    subject: `Confirm your SSO sign-in to ${customer.name}`,
    text: [
      `someone signed in at ${issuer} as ${email} and wants to access ${customer.name} on Stanchion. If this was you, open this link within ${VALID_MINUTES} minutes:`,
      `${env.consoleUrl()}/single-sign-on/confirm?token=${token}`,
      `From then on, anyone ${issuer} identifies as you can act as you in ${customer.name}, and in no other customer. If this wasn't you, ignore this e-mail.`,
    ].join("\n\n"),
  });
}

/** What the holder of a mailed link is asked. Throws `precondition_failed` when it was used or has expired. */
export async function findConfirmation(rawInput: ConfirmSingleSignOnInput): Promise<LinkView> {
  const input = confirmSingleSignOnInput.safeParse(rawInput);
  if (!input.success) throw linkIsGone();
  const { data } = await readChallenge(input.data.token, "single-sign-on-link");
  const { email, ...link } = linkData.parse(data);
  return { email, ...(await findProvider(link)).view };
}

/**
 * Links the person of a mailed link to the provider, and makes them a member where they were invited. Signs nobody in.
 * Throws `precondition_failed` for a link that was used or has expired, and `forbidden` where the customer does not
 * want them any more.
 */
export async function confirmSingleSignOn(
  rawInput: ConfirmSingleSignOnInput,
  from: string,
): Promise<LinkView> {
  const { token } = confirmSingleSignOnInput.parse(rawInput);
  const { data } = await takeChallenge(token, "single-sign-on-link");
  const { customerId, issuer, ...person } = linkData.parse(data);
  const { provider, view } = await findProvider({ customerId, issuer });
  const isProven = isProvenAddress(person.email, await provenDomains(customerId));
  const userId = await withAnonymousTransaction(async (tx) => {
    await lockCustomer(tx, { customer: { id: customerId } });
    const right = await rightOf(tx, provider, person, isProven);
    return right === null ? null : admit(tx, provider, person, right);
  });
  if (userId === null) {
    throw forbidden(`Your invitation to ${view.customerName} is no longer valid.`);
  }
  reportSecurityEvent({ event: "single-sign-on.linked", userId, customerId, from });
  return { email: person.email, ...view };
}

/** The provider that the link was made for; one that was replaced meanwhile vouches for nobody. */
async function findProvider(asked: { readonly customerId: string; readonly issuer: string }) {
  const { customerId, issuer } = asked;
  const provider = await db().identityProvider.findFirst({
    where: { customerId, issuer },
    include: { customer: true },
  });
  if (provider === null) throw linkIsGone();
  const { name, wireId } = provider.customer;
  return { provider, view: { issuer, customerName: name, customerId: wireId } };
}

function linkIsGone(): ServiceError {
  return preconditionFailed("This link was used or has expired. Sign in with SSO again.");
}
