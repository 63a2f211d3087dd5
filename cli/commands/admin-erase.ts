import { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { confirm } from "../confirm";
import { orRefused } from "../refusals";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";
import { withOwnRedis } from "../with-own-redis";

type EraseOptions = {
  readonly queueId?: string;
  readonly email?: string;
  readonly yes?: boolean;
};

/** `stanchion admin erase --queue-id ID | --email ADDRESS` */
export function eraseCommand(terminal: Terminal): Command {
  const command = new Command("erase")
    .description("Removes or makes anonymous everything that is held about one person.")
    .option("--queue-id <id>", "a visitor, by the queue id of a visit")
    .option("--email <address>", "a user of the console, or a visitor whose token had the address")
    .option("--yes", "does not ask")
    .addHelpText(
      "after",
      `
What that is, and what stays and why: docs/privacy.md. Wants DATABASE_URL, MASTER_KEY and REDIS_URL.`,
    );
  return reporting(command, terminal, async (options: EraseOptions) => {
    const { queueId, email, yes } = options;
    const person = queueId ?? email;
    if (person === undefined || (queueId !== undefined && email !== undefined)) {
      throw new ExpectedFailure("Say either --queue-id or --email.");
    }
    const what = `This erases everything about ${person}. It cannot be undone.`;
    await confirm(terminal, { what, word: person, yes });
    return orRefused(terminal, command, () => erase({ queueId, email }));
  });
}

function erase({
  queueId,
  email = "",
}: {
  queueId?: string | undefined;
  email?: string | undefined;
}): Promise<Report> {
  return withOwnRedis("admin erase", async (redis) => {
    if (queueId !== undefined) {
      const { eraseVisitor } = await import("@/lib/services/retention/erase-visitor");
      return toldOf(await eraseVisitor(redis, "admin erase", queueId));
    }
    const { eraseEmail } = await import("@/lib/services/retention/erase-email");
    return toldOf(await eraseEmail(redis, "admin erase", email));
  });
}

/** Counts by name, with the customers concerned. */
function toldOf(erased: { readonly customers: readonly string[] }): Report {
  const { customers, ...counts } = erased;
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const where =
    customers.length === 0 ? "No customer is concerned" : `Customers: ${customers.join(", ")}`;
  return { lines: [`Erased: ${words.join(", ")}.`, `${where}.`], figures: erased };
}
