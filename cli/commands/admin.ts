import { Command, Option } from "commander";
import { ROLES, type Role } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { InvitationLink } from "@/lib/services/people/invitation/create";
import { orRefused } from "../refusals";
import { reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";
import { customersCommand } from "./admin-customers";
import { eraseCommand } from "./admin-erase";
import { adminKeysCommand } from "./admin-keys";
import { resetSecondFactorCommand } from "./admin-reset-second-factor";
import { invitationInWords } from "./invitation-in-words";

/** `stanchion admin …`: what only whoever runs the installation may do. */
export function adminCommand(terminal: Terminal): Command {
  return new Command("admin")
    .description("Manages the installation and its customers.")
    .addCommand(customersCommand(terminal))
    .addCommand(adminKeysCommand(terminal))
    .addCommand(inviteCommand(terminal))
    .addCommand(resetSecondFactorCommand(terminal))
    .addCommand(eraseCommand(terminal));
}

type InviteOptions = { readonly customer?: string; readonly role: Role };

function inviteCommand(terminal: Terminal): Command {
  const command = new Command("invite")
    .description('Invites someone to a customer, or to sign up if SIGN_UP is "invite".')
    .argument("<email>", "e-mail address to invite")
    .option("--customer <id>", "customer to join")
    .addOption(new Option("--role <role>", "their role").choices(ROLES).default("owner"))
    .addHelpText(
      "after",
      `
Requires DATABASE_URL, MASTER_KEY, CONSOLE_URL, SMTP_URL and MAIL_FROM. Without SMTP_URL, the e-mail is written to
OUTBOX_DIRECTORY and the link is printed.`,
    );
  return reporting(command, terminal, async (text: string, options: InviteOptions) => {
    const { emailField } = await import("@/lib/services/people/user/schemas");
    const email = emailField.safeParse(text);
    if (!email.success) throw new ExpectedFailure(`"${text}" is not an e-mail address.`);
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
  const { inviteByInstallation, inviteFounder } = await import(
    "@/lib/services/people/invitation/create"
  );
  if (customer === undefined) return inviteFounder(email);
  const { contextForInstallation } = await import("@/lib/services/installation/customer/list-all");
  const context = await contextForInstallation(customer, "admin invite");
  return inviteByInstallation(context, { email, role });
}
