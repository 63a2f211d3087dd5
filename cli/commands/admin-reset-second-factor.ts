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
    .description(
      "For somebody who has lost phone, passkeys and recovery codes: the password alone signs them in again.",
    )
    .requiredOption("--email <address>", "with which they sign in")
    .option("--yes", "does not ask")
    .addHelpText(
      "after",
      `
Make sure by another way than e-mail that it is they who ask. All of their sessions end, their customers' audit logs say
so, and they get an e-mail. Wants DATABASE_URL, MASTER_KEY and CONSOLE_URL, and SMTP_URL and MAIL_FROM: without them the
e-mail is written to OUTBOX_DIRECTORY.`,
    );
  return reporting(command, terminal, async ({ email: text, yes }: Options) => {
    const { emailField } = await import("@/lib/services/user/schemas");
    const email = emailField.safeParse(text);
    if (!email.success) throw new ExpectedFailure(`"${text}" is no e-mail address.`);
    const what = `This takes away every second factor of ${email.data} and signs them out everywhere.`;
    await confirm(terminal, { what, word: email.data, yes });
    return orRefused(terminal, command, () =>
      withDatabase("admin", async () => {
        const { resetSecondFactor } = await import("@/lib/services/sign-in/reset-factors");
        const figures = await resetSecondFactor("admin reset-second-factor", email.data);
        const { app, passkeys, recoveryCodes, sessions, mailFailure } = figures;
        if (mailFailure !== null) terminal.note(mailFailure);
        const lines = [
          `Took away: app ${app}, passkeys ${passkeys}, recovery codes ${recoveryCodes}. Ended ${sessions} sessions.`,
          `${email.data} signs in with the password, and should set up a second factor at once.`,
        ];
        return { lines, figures };
      }),
    );
  });
}
