import { env } from "@/lib/platform/env";
import type { InvitationLink } from "@/lib/services/invitation/create";
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
  if (mailFailure !== null) note(`${mailFailure} Give ${email} the link yourself.`);
  const isSent = env.smtpUrl() !== undefined && mailFailure === null;
  return isSent ? `An invitation is on its way to ${email}.` : address;
}
