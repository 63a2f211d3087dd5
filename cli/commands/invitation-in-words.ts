import { env } from "@/lib/platform/env";

/** A link that was sent stays between the mail server and whom it invites. */
export function invitationInWords(email: string, link: string): string {
  return env.smtpUrl() === undefined ? link : `An invitation is on its way to ${email}.`;
}
