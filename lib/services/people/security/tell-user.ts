import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { createLogger } from "@/lib/platform/observability/logger";

/**
 * Tells a user by e-mail what has changed in how they sign in, so that they notice when it was not them. It does not
 * wait: an e-mail that cannot be sent stands in the log and undoes nothing.
 */
export function tellUser(user: { readonly name: string; readonly email: string }, what: string) {
  sendMail({
    to: user.email,
    subject: "Your Stanchion sign-in settings changed",
    text: [
      `Hello ${user.name},`,
      what,
      "If this wasn't you, reset your password now and review your sessions:",
      `${env.consoleUrl()}/forgot-password`,
    ].join("\n\n"),
  }).catch((error: unknown) => {
    createLogger("security").error({ error }, "An e-mail about a sign-in could not be sent.");
  });
}
