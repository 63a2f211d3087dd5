import { Command, InvalidArgumentError, Option } from "commander";
import type { CustomerView } from "@/lib/services/customer/get";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withDatabase } from "../with-database";
import { deleteCommand, exportCommand } from "./admin-customer-data";
import { invitationInWords } from "./invitation-in-words";

/** `stanchion admin customers …` */
export function customersCommand(terminal: Terminal): Command {
  const customers = new Command("customers").description(
    "The customers of this installation, and what they may do.",
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
  return customers.addHelpText("after", "\nAll of them want DATABASE_URL and MASTER_KEY.");
}

function listCommand(terminal: Terminal): Command {
  const command = new Command("list").description("All customers, with their events and limits.");
  return reporting(command, terminal, () =>
    orRefused(terminal, command, () =>
      withDatabase("admin customers", async () => {
        const { listCustomers } = await import("@/lib/services/customer/list-all");
        const customers = await listCustomers();
        const lines = customers.map(
          ({ events, openEvents, members, ...customer }) =>
            `${inWords(customer)}; ${openEvents} of ${events} events open, ${members} members`,
        );
        return {
          lines: lines.length === 0 ? ["There are none yet."] : lines,
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
    .option("--events <n>", "how many events they may have, and how many may be open", limit)
    .option("--outflow <n>", "the highest outflow per minute of an event", limit)
    .option("--waiting <n>", "how many people may wait at all events together", limit);
}

/** The parser has no use for null. */
const NO_LIMIT = 0;

function limit(text: string): number {
  if (text === "none") return NO_LIMIT;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Say a whole number, or "none".');
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
      .description("Makes a customer and invites its first owner by e-mail.")
      .argument("<id>", "its id on the wire: 3 to 20 of a-z and 0-9, chosen once")
      .requiredOption("--owner <email>", "who gets the invitation")
      .option("--name <name>", "what people read; the id unless said otherwise"),
  ).addHelpText(
    "after",
    `
Wants DATABASE_URL, MASTER_KEY and CONSOLE_URL. Without SMTP_URL the invitation's link is printed, for you to hand over.`,
  );
  return reporting(command, terminal, (customerId: string, options: CreateOptions) =>
    orRefused(terminal, command, () =>
      withDatabase("admin", async () => {
        const { owner, name = customerId } = options;
        const { createCustomer } = await import("@/lib/services/customer/create");
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
    .description("Suspends a customer; everything is kept, and `resume` brings it back.")
    .argument("<id>", "the customer")
    .addOption(
      new Option("--events <how>", "nobody gets in and all keep their places, or everybody gets in")
        .choices(["hold", "let-through"])
        .default("hold"),
    );
  return reporting(
    command,
    terminal,
    (id: string, { events }: { events: "hold" | "let-through" }) =>
      changing(terminal, command, id, async (context) => {
        const { suspendCustomer } = await import("@/lib/services/customer/suspend");
        return suspendCustomer(context, { events });
      }),
  );
}

function resumeCommand(terminal: Terminal): Command {
  const command = new Command("resume")
    .description("Ends a suspension: the events do again what is set.")
    .argument("<id>", "the customer");
  return reporting(command, terminal, (id: string) =>
    changing(terminal, command, id, async (context) => {
      const { resumeCustomer } = await import("@/lib/services/customer/resume");
      return resumeCustomer(context);
    }),
  );
}

function limitsCommand(terminal: Terminal): Command {
  const command = withLimits(
    new Command("limits")
      .description('Sets what a customer may have; "none" takes a limit away.')
      .argument("<id>", "the customer"),
  );
  return reporting(command, terminal, (id: string, options: Limits) =>
    changing(terminal, command, id, async (context) => {
      const { setCustomerLimits } = await import("@/lib/services/customer/set-limits");
      return setCustomerLimits(context, namedLimits(options));
    }),
  );
}

type Context = Awaited<
  ReturnType<typeof import("@/lib/services/customer/list-all").contextForInstallation>
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
      const { contextForInstallation } = await import("@/lib/services/customer/list-all");
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
