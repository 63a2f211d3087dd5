import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { confirm } from "../confirm";
import { orRefused } from "../refusals";
import { reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

type Options = { readonly email: string; readonly yes?: boolean };

/** `stanchion admin reset-second-factor --email ADDRESS` */
export function resetSecondFactorCommand(terminal: Terminal): Command {
  const command = new Command("reset-second-factor")
    .description("Removes a user's second factors, so the password alone signs them in.")
    .requiredOption("--email <address>", "sign-in address")
    .option("--yes", "skip confirmation")
    .addHelpText(
      "after",
      `
For users who lost their phone, passkeys and recovery codes. Verify their identity first, not by e-mail. Ends all their
sessions, writes to their customers' audit logs and notifies them by e-mail. Requires DATABASE_URL, MASTER_KEY,
CONSOLE_URL, SMTP_URL and MAIL_FROM; without SMTP_URL the e-mail is written to OUTBOX_DIRECTORY.`,
    );
  return reporting(command, terminal, async ({ email: text, yes }: Options) => {
    const { emailField } = await import("@/lib/services/people/user/schemas");
    const email = emailField.safeParse(text);
    if (!email.success) throw new ExpectedFailure(`"${text}" is not an e-mail address.`);
    const what = `This removes every second factor of ${email.data} and signs them out everywhere.`;
    await confirm(terminal, { what, word: email.data, yes });
    return orRefused(terminal, command, () =>
      withDatabase("admin", async () => {
        const { resetSecondFactor } = await import("@/lib/services/people/sign-in/reset-factors");
        const figures = await resetSecondFactor("admin reset-second-factor", email.data);
        const { app, passkeys, recoveryCodes, sessions, mailFailure } = figures;
        if (mailFailure !== null) terminal.note(mailFailure);
        const lines = [
          `Removed: app ${app}, passkeys ${passkeys}, recovery codes ${recoveryCodes}. Ended ${sessions} sessions.`,
          `${email.data} now signs in with their password only and should set up a second factor.`,
        ];
        return { lines, figures };
      }),
    );
  });
}
