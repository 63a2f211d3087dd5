import { Command, Option } from "commander";
import { ROLES, type Role } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { InvitationLink } from "@/lib/services/invitation/create";
import { orRefused } from "../refusals";
import { reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";
import { customersCommand } from "./admin-customers";
import { eraseCommand } from "./admin-erase";
import { resetSecondFactorCommand } from "./admin-reset-second-factor";
import { invitationInWords } from "./invitation-in-words";

/** `stanchion admin …`: what only whoever runs the installation may do. */
export function adminCommand(terminal: Terminal): Command {
  return new Command("admin")
    .description("Looks after the installation and its customers.")
    .addCommand(customersCommand(terminal))
    .addCommand(inviteCommand(terminal))
    .addCommand(resetSecondFactorCommand(terminal))
    .addCommand(eraseCommand(terminal));
}

type InviteOptions = { readonly customer?: string; readonly role: Role };

function inviteCommand(terminal: Terminal): Command {
  const command = new Command("invite")
    .description(
      'Sends somebody an invitation: to a customer, or without one to sign up where SIGN_UP is "invite".',
    )
    .argument("<email>", "whom to invite")
    .option("--customer <id>", "the customer that they are to belong to")
    .addOption(
      new Option("--role <role>", "what they may do there").choices(ROLES).default("owner"),
    )
    .addHelpText(
      "after",
      `
Wants DATABASE_URL, MASTER_KEY and CONSOLE_URL, and SMTP_URL and MAIL_FROM: without them the e-mail is written to
OUTBOX_DIRECTORY, and the link is printed.`,
    );
  return reporting(command, terminal, async (text: string, options: InviteOptions) => {
    const { emailField } = await import("@/lib/services/user/schemas");
    const email = emailField.safeParse(text);
    if (!email.success) throw new ExpectedFailure(`"${text}" is no e-mail address.`);
    return orRefused(terminal, command, () =>
      withDatabase("admin", async () => {
        const link = await invite(email.data, options);
        const lines = [invitationInWords(terminal, email.data, link)];
        return { lines, figures: { link: link.address } };
      }),
    );
  });
}

async function invite(email: string, { customer, role }: InviteOptions): Promise<InvitationLink> {
  const { inviteByInstallation, inviteFounder } = await import("@/lib/services/invitation/create");
  if (customer === undefined) return inviteFounder(email);
  const { contextForInstallation } = await import("@/lib/services/customer/list-all");
  const context = await contextForInstallation(customer, "admin invite");
  return inviteByInstallation(context, { email, role });
}
