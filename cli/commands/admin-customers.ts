import { Command, InvalidArgumentError, Option } from "commander";
import type { CustomerView } from "@/lib/services/installation/customer/customer-view";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";
import { deleteCommand, exportCommand } from "./admin-customer-data";
import { invitationInWords } from "./invitation-in-words";

/** `stanchion admin customers …` */
export function customersCommand(terminal: Terminal): Command {
  const customers = new Command("customers").description(
    "Manages the customers of this installation.",
  );
  for (const create of [
    listCommand,
    createCommand,
    suspendCommand,
    resumeCommand,
    limitsCommand,
    exportCommand,
    deleteCommand,
  ])
    customers.addCommand(create(terminal));
  return customers.addHelpText("after", "\nAll commands require DATABASE_URL and MASTER_KEY.");
}

function listCommand(terminal: Terminal): Command {
  const command = new Command("list").description(
    "Lists all customers with their events and limits.",
  );
  return reporting(command, terminal, () =>
    orRefused(terminal, command, () =>
      withDatabase("admin customers", async () => {
        const { listCustomers } = await import("@/lib/services/installation/customer/list-all");
        const customers = await listCustomers();
        const lines = customers.map(
          ({ events, openEvents, members, ...customer }) =>
            `${inWords(customer)}; ${openEvents} of ${events} events open, ${members} members`,
        );
        return {
          lines: lines.length === 0 ? ["No customers yet."] : lines,
          figures: { customers },
        };
      }),
    ),
  );
}

type Limits = {
  readonly events?: number;
  readonly outflow?: number;
  readonly waiting?: number;
};

/** The limits that were named; "none" takes one away. */
function withLimits(command: Command): Command {
  return command
    .option("--events <n>", "maximum number of events", limit)
    .option("--outflow <n>", "maximum outflow per minute of an event", limit)
    .option("--waiting <n>", "maximum waiting visitors across all events", limit);
}

/** The parser has no use for null. */
const NO_LIMIT = 0;

function limit(text: string): number {
  if (text === "none") return NO_LIMIT;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Enter a whole number or "none".');
}

function namedLimits({ events, outflow, waiting }: Limits) {
  const orNull = (value: number) => (value === NO_LIMIT ? null : value);
  return {
    ...(events === undefined ? {} : { maxEvents: orNull(events) }),
    ...(outflow === undefined ? {} : { maxOutflowPerMinute: orNull(outflow) }),
    ...(waiting === undefined ? {} : { maxWaiting: orNull(waiting) }),
  };
}

type CreateOptions = Limits & { readonly owner: string; readonly name?: string };

function createCommand(terminal: Terminal): Command {
  const command = withLimits(
    new Command("create")
      .description("Creates a customer and invites its first owner by e-mail.")
      .argument("<id>", "customer ID: 3-20 characters, a-z and 0-9; can't be changed")
      .requiredOption("--owner <email>", "e-mail address to invite")
      .option("--name <name>", "display name (default: the ID)"),
  ).addHelpText(
    "after",
    `
Requires DATABASE_URL, MASTER_KEY and CONSOLE_URL. Without SMTP_URL, prints the invitation link for you to pass on.`,
  );
  return reporting(command, terminal, (customerId: string, options: CreateOptions) =>
    orRefused(terminal, command, () =>
      withDatabase("admin", async () => {
        const { owner, name = customerId } = options;
        const { createCustomer } = await import("@/lib/services/installation/customer/create");
        const { customer, invitation } = await createCustomer("admin customers create", {
          customerId,
          name,
          ownerEmail: owner,
          ...namedLimits(options),
        });
        const lines = [inWords(customer), invitationInWords(terminal, owner, invitation)];
        return {
          lines,
          figures: { customer, invitation: { email: owner, link: invitation.address } },
        };
      }),
    ),
  );
}

function suspendCommand(terminal: Terminal): Command {
  const command = new Command("suspend")
    .description("Suspends a customer. All data is kept; undo with `resume`.")
    .argument("<id>", "customer ID")
    .addOption(
      new Option("--events <how>", "hold: admit nobody, keep places; let-through: admit everyone")
        .choices(["hold", "let-through"])
        .default("hold"),
    );
  return reporting(
    command,
    terminal,
    (id: string, { events }: { events: "hold" | "let-through" }) =>
      changing(terminal, command, id, async (context) => {
        const { suspendCustomer } = await import("@/lib/services/installation/customer/suspend");
        return suspendCustomer(context, { events });
      }),
  );
}

function resumeCommand(terminal: Terminal): Command {
  const command = new Command("resume")
    .description("Ends a suspension.")
    .argument("<id>", "customer ID");
  return reporting(command, terminal, (id: string) =>
    changing(terminal, command, id, async (context) => {
      const { resumeCustomer } = await import("@/lib/services/installation/customer/resume");
      return resumeCustomer(context);
    }),
  );
}

function limitsCommand(terminal: Terminal): Command {
  const command = withLimits(
    new Command("limits")
      .description(`Sets a customer's limits; "none" removes a limit.`)
      .argument("<id>", "customer ID"),
  );
  return reporting(command, terminal, (id: string, options: Limits) =>
    changing(terminal, command, id, async (context) => {
      const { setCustomerLimits } = await import("@/lib/services/installation/customer/set-limits");
      return setCustomerLimits(context, namedLimits(options));
    }),
  );
}

type Context = Awaited<
  ReturnType<typeof import("@/lib/services/installation/customer/list-all").contextForInstallation>
>;

/** A change of one customer, which is shown as it is afterwards. */
function changing(
  terminal: Terminal,
  command: Command,
  id: string,
  change: (context: Context) => Promise<CustomerView>,
): Promise<Report> {
  return orRefused(terminal, command, () =>
    withDatabase("admin customers", async () => {
      const { contextForInstallation } = await import(
        "@/lib/services/installation/customer/list-all"
      );
      const context = await contextForInstallation(id, `admin customers ${command.name()}`);
      const customer = await change(context);
      return { lines: [inWords(customer)], figures: { customer } };
    }),
  );
}

/** A customer in one line. */
function inWords({ customerId, name, suspension, limits }: CustomerView): string {
  const state = suspension === null ? "active" : `suspended (${suspension})`;
  const most = (value: number | null) => value ?? "none";
  return [
    `${customerId} “${name}”: ${state}`,
    `limits: events ${most(limits.maxEvents)}, outflow ${most(limits.maxOutflowPerMinute)}, waiting ${most(limits.maxWaiting)}`,
  ].join("; ");
}
