import { env } from "@/lib/platform/env";
import type { InvitationLink } from "@/lib/services/people/invitation/create";
import type { Terminal } from "../terminal";

/**
 * A link that was sent stays between the mail server and whom it invites; one that was not is for whoever runs the
 * installation to hand over.
 */
export function invitationInWords(
  { note }: Terminal,
  email: string,
  { address, mailFailure }: InvitationLink,
): string {
  if (mailFailure !== null) note(`${mailFailure} Send the link to ${email} yourself.`);
  const isSent = env.smtpUrl() !== undefined && mailFailure === null;
  return isSent ? `Invitation sent to ${email}.` : address;
}
