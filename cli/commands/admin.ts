import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";

/** `stanchion admin …`: what only whoever runs the installation may do. */
export function adminCommand(terminal: Terminal): Command {
  return new Command("admin")
    .description("Looks after the installation and its customers.")
    .addCommand(inviteCommand(terminal));
}

function inviteCommand(terminal: Terminal): Command {
  const command = new Command("invite")
    .description(
      'Lets somebody sign up where SIGN_UP is "invite": sends them a link, and prints it.',
    )
    .argument("<email>", "whom to invite")
    .addHelpText(
      "after",
      `
Wants DATABASE_URL and CONSOLE_URL, and SMTP_URL and MAIL_FROM: without them the e-mail is written to
OUTBOX_DIRECTORY.`,
    );
  return reporting(command, terminal, async (text: string) => {
    const { emailField } = await import("@/lib/services/user/schemas");
    const email = emailField.safeParse(text);
    if (!email.success) throw new ExpectedFailure(`"${text}" is no e-mail address.`);
    return withDatabase("admin", async () => {
      const { inviteFounder } = await import("@/lib/services/invitation/create");
      const link = await inviteFounder(email.data);
      return { lines: [link], figures: { link } };
    });
  });
}
